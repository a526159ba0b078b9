import * as v from 'valibot'

const Minutes = (usual: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(240)), usual)

/** How long the clinic lets somebody wait when it does not go as booked (C10.1), in minutes. */
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
  /** Booked nearer than the notice allows: it can be given back for all its money until so long after it was booked. */
  graceMinutes: Minutes(10),
  /** On demand it is closed while nobody who gives it is at their desk, nor due there within this. */
  dueMinutes: Minutes(60),
})
export type CareRules = v.InferOutput<typeof CareRules>
