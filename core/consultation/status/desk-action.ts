import * as v from 'valibot'
import { Moment } from '../../kit/shapes.ts'
import { Action } from './actions.ts'
import { CallFailure } from './closing.ts'

/**
 * An action as staff read it, with the reason of a failed attempt. It has its own module because the first screen of
 * the patient app loads the patient's version.
 */
export const DeskAction = v.object({
  ...Action.entries,
  failedFor: v.nullable(CallFailure),
  /** As `joined` of `Happened`. */
  joined: v.optional(v.boolean()),
  /** For a start: since when both participants were in that call. */
  joinedAt: v.optional(Moment),
})
export type DeskAction = v.InferOutput<typeof DeskAction>
