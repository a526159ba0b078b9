import * as v from 'valibot'

/**
 * Choice of a patient whose clinician is late (C10.1): to keep waiting for the booked clinician, or to see the first
 * available colleague. Rescheduling and cancelling are separate calls, which then need no notice.
 */
export const LateChoice = v.picklist(['WAIT', 'ANOTHER'])
export type LateChoice = v.InferOutput<typeof LateChoice>
