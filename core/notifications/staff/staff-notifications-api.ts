import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { PushBrowser } from '../../kit/push-browser.ts'
import { Id, Moment } from '../../kit/shapes.ts'
import { Quiet } from '../choice/notifications.ts'
import { StaffChannel, StaffNotificationKind, StaffTopic } from './staff-notifications.ts'

/** A staff notification as the desk shows it: the start, without the patient and the reason. */
export const StaffNote = v.object({
  id: Id,
  kind: StaffNotificationKind,
  startTime: Moment,
  wasTime: v.nullable(Moment),
})
export type StaffNote = v.InferOutput<typeof StaffNote>

/** What was told in the last half hour and is still true, the latest first; nothing for who wants none of it at the desk. */
export const listStaffNotifications = call({
  method: 'GET',
  path: '/desk/notifications',
  access: 'staff',
  polled: true,
  reply: v.object({ items: v.array(StaffNote) }),
})

const chosen = {
  channels: v.pipe(v.array(StaffChannel), v.maxLength(StaffChannel.options.length)),
  topics: v.pipe(v.array(StaffTopic), v.maxLength(StaffTopic.options.length)),
  /** null: at any hour. */
  quiet: v.nullable(Quiet),
}

/** Notification settings of a staff member. */
export const StaffNotificationSettings = v.object({
  ...chosen,
  /** What a browser asks for, so that nobody else can wake it (VAPID public key, base64url). */
  pushKey: v.string(),
  /** Endpoints of browsers that may be woken for them: each finds its own among them, or is none. */
  devices: v.array(v.string()),
})
export type StaffNotificationSettings = v.InferOutput<typeof StaffNotificationSettings>

export const getStaffNotificationSettings = call({
  method: 'GET',
  path: '/desk/notifications/settings',
  access: 'staff',
  reply: StaffNotificationSettings,
})

/** All of it at once. */
export const putStaffNotificationSettings = call({
  method: 'PUT',
  path: '/desk/notifications/settings',
  access: 'staff',
  body: v.object(chosen),
  reply: StaffNotificationSettings,
})

/** Addresses of other hosts than push services' are refused. */
export const addStaffDevice = call({
  method: 'POST',
  path: '/desk/notifications/devices',
  access: 'staff',
  needs: 'push',
  body: PushBrowser,
  refusals: { PUSH_SERVICE_UNKNOWN: 400 },
})

/** Never again on this browser. One that is not known is none already. */
export const removeStaffDevice = call({
  method: 'POST',
  path: '/desk/notifications/devices/removal',
  access: 'staff',
  body: v.pick(PushBrowser, ['endpoint']),
})
