import * as v from 'valibot'
import { Moment } from '../../kit/shapes.ts'

/** B4.7: the actions are the record of a consultation (product 7.1). */
export const ActionType = v.picklist([
  'UNASSIGNED',
  'ASSIGNED',
  'QUEUED',
  'VIDEO_CALL_STARTED',
  'PHONE_CALL_STARTED',
  'VIDEO_CALL_FAILED',
  'PHONE_CALL_FAILED',
  'VIDEO_CALL_ENDED',
  'PHONE_CALL_ENDED',
  'VIDEO_CALL_COMPLETED',
  'PHONE_CALL_COMPLETED',
  'VIDEO_CALL_CANCELLED',
  'PHONE_CALL_CANCELLED',
  'CLOSED',
  'CLOSED_WITH_ERROR',
  'CANCELLED',
])
export type ActionType = v.InferOutput<typeof ActionType>

export const ActionRole = v.picklist(['PATIENT', 'CLINICIAN', 'CLINICIAN_AND_CLINICAL_MANAGER', 'SYSTEM'])
export type ActionRole = v.InferOutput<typeof ActionRole>

export const Action = v.object({ type: ActionType, createdAt: Moment, user: v.object({ role: ActionRole }) })
export type Action = v.InferOutput<typeof Action>

/** An action without its time: the result of a rule, or the part of an action that rules need. */
export type ActionDraft = Pick<Action, 'type' | 'user'> & {
  /**
   * For a start: whether both participants joined that call; absent for a manually dialled call, where it is unknown.
   */
  joined?: boolean | undefined
}
export const createAction = (type: ActionType, role: ActionRole): ActionDraft => ({ type, user: { role } })
