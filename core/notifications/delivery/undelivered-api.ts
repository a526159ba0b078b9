import * as v from 'valibot'
import { Channel } from '../../brand/channel.ts'
import { TemplateName } from '../../brand/whatsapp-templates.ts'
import { call, manager } from '../../kit/call.ts'
import { Id, Moment, PageQuery, pageOf, Reason } from '../../kit/shapes.ts'

/** What a task is about, as coarsely as words tell it apart: three reminders say the same. */
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

/** A notification that no channel delivered: a task for the desk to call the recipient. Has the kind, not the text. */
export const UndeliveredNotification = v.object({
  id: Id,
  /** What it is about, as coarsely as words tell it apart. */
  kind: UndeliveredKind,
  /** Channels that were tried. */
  channels: v.array(Channel),
  /** Whose account it is, by its id: their number is with the people. null: it was for a colleague. */
  person: v.nullable(v.object({ id: Id, firstName: v.string(), lastName: v.string() })),
  /** Name of the colleague, or of somebody who is invited to the team. */
  colleague: v.nullable(v.string()),
  /** null: it is about something else. */
  consultationId: v.nullable(Id),
  /** As it is now. */
  startTime: v.nullable(Moment),
  foundAt: Moment,
  resolvedAt: v.nullable(Moment),
  resolvedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type UndeliveredNotification = v.InferOutput<typeof UndeliveredNotification>

/** Open ones the longest first; told ones the last first. */
export const listUndelivered = call({
  method: 'GET',
  path: '/desk/undelivered-notifications',
  ...manager,
  query: v.object({ ...PageQuery, state: v.optional(v.picklist(['open', 'resolved']), 'open') }),
  reply: pageOf(UndeliveredNotification),
  refusals: { NOT_ALLOWED: 403 },
})

/** Says how they were told, or that they could not be reached either. */
export const resolveUndelivered = call({
  method: 'POST',
  path: '/desk/undelivered-notifications/:id/resolve',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason }),
  reply: UndeliveredNotification,
  refusals: { NOT_ALLOWED: 403, TASK_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})
