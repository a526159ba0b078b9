import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** What somebody on duty does now: `calling` while a call of theirs is on, `attending` while they hold a patient. */
export const DutyState = v.picklist(['calling', 'attending', 'available', 'paused', 'off'])
export type DutyState = v.InferOutput<typeof DutyState>

const OnDuty = v.object({
  id: Id,
  name: v.string(),
  state: DutyState,
  /** Of the call, the taking, the pause; of who is available, since when they are at their desk. */
  since: Moment,
  /** When a pause ends by itself; null otherwise. */
  until: v.nullable(Moment),
})
export type OnDuty = v.InferOutput<typeof OnDuty>

/** The clinic as it is this moment. It hangs on walls: no patient is named, and nothing says why anybody came. */
export const Board = v.object({
  /** Clinicians at their desks: whoever works with somebody, then who is free, then who is away. */
  team: v.array(OnDuty),
  /** Who may be an emergency and waits: how many, and the first of them since when; null: nobody. */
  urgent: v.nullable(v.object({ count: v.number(), since: Moment })),
  /**
   * Who waits on demand and nobody who could see them has been at a desk for the partner's minutes (`goneMinutes`): how
   * many, and since when the first of them; null: nobody.
   */
  unserved: v.nullable(v.object({ count: v.number(), since: Moment })),
  /** Who waits longest on demand has waited since; null: nobody waits. */
  longestSince: v.nullable(Moment),
  /** Minutes that a patient who asks now is told, of the product that takes longest; null while nobody is on duty. */
  forecast: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /**
   * Booked times that have passed with nobody attending, the oldest first. `isLate`: by the partner's minutes, so that the
   * clinician and the managers have been told.
   */
  late: v.array(v.object({ id: Id, clinician: v.string(), startTime: Moment, isLate: v.boolean() })),
  /** `waiting` and `inCare` are of now; the others count since midnight at the clinic. */
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
