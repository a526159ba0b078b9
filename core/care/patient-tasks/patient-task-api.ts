import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'

const common = { patient: v.object({ id: Id, firstName: v.string() }) }

/** Something that waits for the patient, shown on Home until it is done or read. */
export const PatientTask = v.variant('kind', [
  /** A payment that needs the patient: a bank's challenge, or a Pix to pay. */
  v.object({ kind: v.literal('unpaid-order'), orderId: Id, productName: v.string(), ...common }),
  /** The partner needs the holder's document before the consultation that is coming. */
  v.object({ kind: v.literal('missing-document'), consultationId: Id, productName: v.string(), ...common }),
  /** A booked consultation of the next 7 days, about which the patient has written nothing in own words. */
  v.object({
    kind: v.literal('missing-summary'),
    consultationId: Id,
    productName: v.string(),
    clinicianName: v.string(),
    startTime: Moment,
    ...common,
  }),
  /** The invoice of this order waits for the holder's address. */
  v.object({ kind: v.literal('missing-address'), orderId: Id, productName: v.string(), ...common }),
  /** Notes, or an addendum, signed in the last 30 days and not opened since. */
  v.object({ kind: v.literal('unread-notes'), consultationId: Id, productName: v.string(), ...common }),
  /** An answer of the last 30 days that was not opened. */
  v.object({ kind: v.literal('unread-answer'), questionId: Id, ...common }),
])
export type PatientTask = v.InferOutput<typeof PatientTask>

/** What waits for the caller's family, the most urgent kind first, of each kind the newest first; at most 10. */
export const listPatientTasks = call({
  method: 'GET',
  path: '/account/tasks',
  list: { boundedBy: 'the tasks of one account' },
  access: 'access',
  reply: v.object({ items: v.array(PatientTask) }),
})

/** Marks a consultation's notes or a question's answer as read, by the id of either. Idempotent. */
export const markRead = call({
  method: 'PUT',
  path: '/account/tasks/:id/read',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { TASK_NOT_FOUND: 404 },
})
