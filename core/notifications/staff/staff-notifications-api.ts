import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { PushBrowser } from '../../kit/push-browser.ts'
import { Id, Moment } from '../../kit/shapes.ts'
import { Quiet } from '../choice/notifications.ts'
import { StaffChannel, StaffNotificationKind, StaffTopic } from './staff-notifications.ts'

/** A staff notification as the desk shows it: the start, without the patient and the reason. */
export const StaffNotificationItem = v.object({
  id: Id,
  kind: StaffNotificationKind,
  startTime: Moment,
  wasTime: v.nullable(Moment),
})
export type StaffNotificationItem = v.InferOutput<typeof StaffNotificationItem>

/**
 * Notifications of the last half hour that are still relevant, latest first; empty when the channel `desk` is off.
 */
export const listStaffNotifications = call({
  method: 'GET',
  path: '/desk/notifications',
  list: { boundedBy: 'what waits for one member of staff' },
  access: 'staff',
  polled: true,
  reply: v.object({ items: v.array(StaffNotificationItem) }),
})

const choiceFields = {
  channels: v.pipe(v.array(StaffChannel), v.maxLength(StaffChannel.options.length)),
  topics: v.pipe(v.array(StaffTopic), v.maxLength(StaffTopic.options.length)),
  /** Quiet hours; null for none. */
  quiet: v.nullable(Quiet),
}

/** Notification settings of a staff member. */
export const StaffNotificationSettings = v.object({
  ...choiceFields,
  /** VAPID public key (base64url): binds the browser's push subscription to this server. */
  pushKey: v.string(),
  /** Push endpoints of the staff member; a browser finds its own in the list, or is not registered. */
  devices: v.array(v.string()),
})
export type StaffNotificationSettings = v.InferOutput<typeof StaffNotificationSettings>

export const getStaffNotificationSettings = call({
  method: 'GET',
  path: '/desk/notifications/settings',
  access: 'staff',
  reply: StaffNotificationSettings,
})

/** Replaces all settings. */
export const putStaffNotificationSettings = call({
  method: 'PUT',
  path: '/desk/notifications/settings',
  access: 'staff',
  body: v.object(choiceFields),
  reply: StaffNotificationSettings,
})

/** Endpoints outside the known push services are refused. */
export const addStaffDevice = call({
  method: 'POST',
  path: '/desk/notifications/devices',
  repeat: 'safe',
  access: 'staff',
  needs: 'push',
  body: PushBrowser,
  refusals: { PUSH_SERVICE_UNKNOWN: 400 },
})

/** Removes this browser. Idempotent. */
export const removeStaffDevice = call({
  method: 'POST',
  path: '/desk/notifications/devices/removal',
  repeat: 'safe',
  access: 'staff',
  body: v.pick(PushBrowser, ['endpoint']),
})
