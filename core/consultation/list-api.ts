import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { pagedList } from '../kit/paged-list.ts'
import { fieldsOf, Id } from '../kit/shapes.ts'
import { ConsultationSummary, consultationSummaryFields } from './consultation-summary.ts'
import { ConsultationStatus } from './status/status.ts'

/** With `fields` an item has only those and its id, so the API description marks none as required. */
const ListedConsultation = v.partial(ConsultationSummary) as unknown as typeof ConsultationSummary

/** In its own module, because every page of a signed-in patient sends this call. */
export const listConsultations = call({
  method: 'GET',
  path: '/patients/:patientId/consultations',
  access: 'access',
  polled: true,
  params: v.object({ patientId: Id }),
  ...pagedList(ListedConsultation, {
    query: {
      status: v.optional(v.union([ConsultationStatus, v.pipe(v.array(ConsultationStatus), v.maxLength(20))])),
      type: v.optional(v.picklist(['scheduled', 'on-demand', 'medical-update'])),
      sortBy: v.optional(
        v.picklist(['createdAt:desc', 'createdAt:asc', 'startTime:desc', 'startTime:asc']),
        'createdAt:desc',
      ),
      fields: fieldsOf(consultationSummaryFields),
    },
  }),
  refusals: { PATIENT_NOT_FOUND: 404 },
})
