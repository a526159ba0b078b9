import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { BeforeQuery, Id, listOf, PageQuery, Text } from '../kit/shapes.ts'
import { ConsultationSummary } from './consultation-summary.ts'
import { ConsultationStatus } from './status/status.ts'

/** With `fields` an item has these and its id alone, so the API description requires none. */
const ListedConsultation = v.partial(ConsultationSummary) as unknown as typeof ConsultationSummary

/** Apart from the other calls of care: every page of somebody who is signed in asks this one. */
export const listConsultations = call({
  method: 'GET',
  path: '/patients/:patientId/consultations',
  access: 'access',
  polled: true,
  params: v.object({ patientId: Id }),
  query: v.object({
    ...PageQuery,
    /** With the newest first only, which is how it comes unasked. */
    ...BeforeQuery,
    status: v.optional(v.union([ConsultationStatus, v.pipe(v.array(ConsultationStatus), v.maxLength(20))])),
    type: v.optional(v.picklist(['scheduled', 'on-demand', 'medical-update'])),
    sortBy: v.optional(
      v.picklist(['createdAt:desc', 'createdAt:asc', 'startTime:desc', 'startTime:asc']),
      'createdAt:desc',
    ),
    /** Names of an item's fields, with commas between them; others are ignored. Left out: all of them. */
    fields: v.optional(Text(0, 300)),
  }),
  reply: listOf(ListedConsultation),
  refusals: { PATIENT_NOT_FOUND: 404, CONSULTATION_NOT_FOUND: 404 },
})
