import * as v from 'valibot'

const Minutes = (usual: number, least = 1) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(240)), usual)

/** What holds when a consultation does not go as booked (C10.1); times in minutes. */
export const CareRules = v.object({
  /** After a booked start that nobody took: its patient reads who is late, and colleagues of the same product may take it. */
  lateMinutes: Minutes(5),
  /** After it: its patient chooses to wait, a colleague, another time, or all the money back. */
  chooseMinutes: Minutes(15),
  /** After it, without a choice: cancelled, with all the money back. */
  releaseMinutes: Minutes(45),
  /** A clinician who holds a patient and whose desk was silent this long has gone: a colleague may go on. */
  goneMinutes: Minutes(10),
  /** After closing, whoever still waits on demand and has not chosen has their money back. */
  closingMinutes: Minutes(15),
  /** A booking inside the cancellation notice is refunded in full when it is cancelled within these minutes of booking. */
  graceMinutes: Minutes(0, 0),
  /** Inside the notice a patient cannot cancel, or may cancel and get no refund. */
  lateCancellation: v.optional(v.picklist(['refused', 'without-refund']), 'refused'),
  /** On demand it is closed while nobody who gives it is at their desk, nor due there within this. */
  dueMinutes: Minutes(60),
})
export type CareRules = v.InferOutput<typeof CareRules>
