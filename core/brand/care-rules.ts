import * as v from 'valibot'

const Minutes = (usual: number, least = 1) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(240)), usual)

/** Limits for consultations that do not go as planned (C10.1), in minutes. */
export const CareRules = v.object({
  /**
   * After a start without a clinician: the patient sees who is late, and colleagues of the same product may take
   * over.
   */
  lateMinutes: Minutes(5),
  /** After it the patient may choose to wait, a colleague, another time, or a full refund. */
  chooseMinutes: Minutes(15),
  /** After it, without a choice: cancelled with a full refund. */
  releaseMinutes: Minutes(45),
  /** A clinician who holds a patient and sent no heartbeat for this long has left: a colleague may take over. */
  goneMinutes: Minutes(10),
  /** After closing, an on-demand patient who still waits and has not chosen is refunded. */
  closingMinutes: Minutes(15),
  /**
   * An appointment booked within the cancellation notice can be cancelled with a full refund for this long after
   * booking.
   */
  graceMinutes: Minutes(0, 0),
  /** Within the notice a patient cannot cancel, or may cancel without a refund. */
  lateCancellation: v.optional(v.picklist(['refused', 'without-refund']), 'refused'),
  /** On-demand care is closed while no clinician of the product is at a desk or due within this time. */
  dueMinutes: Minutes(60),
})
export type CareRules = v.InferOutput<typeof CareRules>
