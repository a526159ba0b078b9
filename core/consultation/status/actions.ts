import * as v from 'valibot'
import { Moment } from '../../kit/shapes.ts'

/** B4.7. The actions are the record of a consultation (product 7.1). */
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

/** An action before it has a time: what a rule decides, or as much of one as the rules look at. */
export type Happened = Pick<Action, 'type' | 'user'> & {
  /** Of a start: whether both sides were in that call; absent where it was dialled by hand, and nobody else can know. */
  joined?: boolean | undefined
}
export const happened = (type: ActionType, role: ActionRole): Happened => ({ type, user: { role } })
