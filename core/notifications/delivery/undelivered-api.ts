import * as v from 'valibot'
import { Channel } from '../../brand/channel.ts'
import { TemplateName } from '../../brand/whatsapp-templates.ts'
import { call, manager } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { Id, Moment, Reason } from '../../kit/shapes.ts'

/** Kinds as the message texts distinguish them: the three reminders are one. */
export const UndeliveredKind = v.picklist([
  ...TemplateName.options,
  'follow-up',
  'answered',
  'webinar',
  'security',
  'subscription',
  'staff-schedule',
  'invitation',
  'invitation-question',
  'record-opened',
])
export type UndeliveredKind = v.InferOutput<typeof UndeliveredKind>

/**
 * A notification that no channel delivered: a task for the desk to phone the recipient. It has the kind, not the
 * text.
 */
export const UndeliveredNotification = v.object({
  id: Id,
  kind: UndeliveredKind,
  /** Channels that were tried. */
  channels: v.array(Channel),
  /** The patient's account, whose page has the phone number. null: the recipient is a staff member. */
  person: v.nullable(v.object({ id: Id, firstName: v.string(), lastName: v.string() })),
  /** Name of the staff member or invited colleague. */
  colleague: v.nullable(v.string()),
  /** null: not about a consultation. */
  consultationId: v.nullable(Id),
  /** The present start. */
  startTime: v.nullable(Moment),
  foundAt: Moment,
  resolvedAt: v.nullable(Moment),
  resolvedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type UndeliveredNotification = v.InferOutput<typeof UndeliveredNotification>

/** Open ones oldest first; resolved ones latest first. */
export const listUndelivered = call({
  method: 'GET',
  path: '/desk/undelivered-notifications',
  ...manager,
  ...uncountedList(UndeliveredNotification, { query: { state: v.optional(v.picklist(['open', 'resolved']), 'open') } }),
  refusals: { NOT_ALLOWED: 403 },
})

/** Records how the recipient was informed, or that they could not be reached. */
export const resolveUndelivered = call({
  method: 'POST',
  path: '/desk/undelivered-notifications/:id/resolve',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason }),
  reply: UndeliveredNotification,
  refusals: { NOT_ALLOWED: 403, TASK_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})
