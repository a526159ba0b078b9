import * as v from 'valibot'
import { Moment } from '../../kit/shapes.ts'
import { Action } from './actions.ts'
import { CallFailure } from './closing.ts'

/**
 * An action as staff read it: with why a try came to nothing, where somebody said so. Apart from the patient's, which the first
 * screen loads.
 */
export const DeskAction = v.object({
  ...Action.entries,
  failedFor: v.nullable(CallFailure),
  /** As `joined` of `Happened`. */
  joined: v.optional(v.boolean()),
  /** Of a start: since when both sides were in that call. */
  joinedAt: v.optional(Moment),
})
export type DeskAction = v.InferOutput<typeof DeskAction>
