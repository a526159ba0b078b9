import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Id, listOf, PageQuery, Text } from '../kit/shapes.ts'
import { ConsultationSummary } from './consultation-summary.ts'
import { ConsultationStatus } from './status.ts'

/** Apart from the other calls of care: every page of somebody who is signed in asks this one. */
export const listConsultations = call({
  method: 'GET',
  path: '/patients/:patientId/consultations',
  access: 'access',
  polled: true,
  params: v.object({ patientId: Id }),
  query: v.object({
    ...PageQuery,
    status: v.optional(v.union([ConsultationStatus, v.array(ConsultationStatus)])),
    type: v.optional(v.picklist(['scheduled', 'on-demand', 'medical-update'])),
    sortBy: v.optional(
      v.picklist(['createdAt:desc', 'createdAt:asc', 'startTime:desc', 'startTime:asc']),
      'createdAt:desc',
    ),
    fields: v.optional(Text(0, 300)),
  }),
  reply: listOf(ConsultationSummary),
  refusals: { PATIENT_NOT_FOUND: 404 },
})
