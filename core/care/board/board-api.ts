import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** What an on-duty clinician does now: `calling` while a call is on, `attending` while they hold a patient. */
export const DutyState = v.picklist(['calling', 'attending', 'available', 'paused', 'off'])
export type DutyState = v.InferOutput<typeof DutyState>

const OnDuty = v.object({
  id: Id,
  name: v.string(),
  state: DutyState,
  /** Start of the call, the assignment or the pause; for `available`, when the clinician came to the desk. */
  since: Moment,
  /** When a pause ends by itself; null for the other states. */
  until: v.nullable(Moment),
})
export type OnDuty = v.InferOutput<typeof OnDuty>

/**
 * The present state of the clinic. It is shown on wall displays, so it names no patient and gives no reason for a
 * visit.
 */
export const Board = v.object({
  /** On-duty clinicians: first those with a patient, then the available ones, then those on a pause. */
  team: v.array(OnDuty),
  /** Waiting patients who may be an emergency, and since when the first of them waits; null for none. */
  urgent: v.nullable(v.object({ count: v.number(), since: Moment })),
  /**
   * On-demand patients for whom no eligible clinician has been at a desk for `goneMinutes` (a partner setting), and
   * since when the first of them waits; null for none.
   */
  unattended: v.nullable(v.object({ count: v.number(), since: Moment })),
  /** When the on-demand patient with the longest wait joined the queue; null when the queue is empty. */
  longestSince: v.nullable(Moment),
  /**
   * Wait in minutes that a new patient is shown, for the product with the longest wait; null while no clinician is on
   * duty.
   */
  forecast: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /**
   * Appointments that have started without a clinician, the oldest first. `isLate`: past the partner's limit in
   * minutes, so the clinician and the managers have been notified.
   */
  late: v.array(v.object({ id: Id, clinician: v.string(), startTime: Moment, isLate: v.boolean() })),
  /** `waiting` and `inCare` are present counts; the others count since midnight in the clinic's time zone. */
  today: v.object({
    waiting: v.number(),
    inCare: v.number(),
    closed: v.number(),
    missed: v.number(),
    cancelled: v.number(),
  }),
})
export type Board = v.InferOutput<typeof Board>

export const getBoard = call({
  method: 'GET',
  path: '/desk/board',
  ...manager,
  polled: true,
  reply: Board,
  refusals: { NOT_ALLOWED: 403 },
})
