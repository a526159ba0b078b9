import * as v from 'valibot'

/**
 * The choice of a patient whom the clinic keeps waiting (C10.1): to wait on for who was booked, or to see whichever
 * colleague comes first. Another time and the money back are the booking's own calls, without notice then.
 */
export const LateChoice = v.picklist(['WAIT', 'ANOTHER'])
export type LateChoice = v.InferOutput<typeof LateChoice>
