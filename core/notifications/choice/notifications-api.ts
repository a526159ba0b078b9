import * as v from 'valibot'
import { Channel } from '../../brand/channel.ts'
import { call } from '../../kit/call.ts'
import { PushBrowser } from '../../kit/push-browser.ts'
import { TimeZone } from '../../kit/shapes.ts'
import { VENDORS } from '../../kit/vendors/vendors.ts'
import { NotificationTopic, Quiet } from './notifications.ts'

const choiceFields = {
  channels: v.pipe(v.array(v.picklist(['email', 'sms', 'whatsapp'])), v.maxLength(3)),
  topics: v.pipe(v.array(NotificationTopic), v.maxLength(5)),
  /** Quiet hours; null for none. */
  quiet: v.nullable(Quiet),
}

/** The account's notification settings with the available choices. */
export const Notifications = v.object({
  ...choiceFields,
  /** IANA time zone of the quiet hours. */
  timeZone: v.string(),
  offered: v.array(Channel),
  /** The patient's number answered STOP, so text messages ended. */
  textsStopped: v.boolean(),
  /** VAPID public key (base64url): binds the browser's push subscription to this server. */
  pushKey: v.string(),
  /** Push endpoints and app tokens of the account; a client finds its own in the list, or is not registered. */
  devices: v.array(v.string()),
})
export type Notifications = v.InferOutput<typeof Notifications>

export const getNotifications = call({
  method: 'GET',
  path: '/user/me/notifications',
  access: 'access',
  reply: Notifications,
})

/** Replaces all settings. `timeZone` is an IANA name; an unknown one is INVALID. */
export const putNotifications = call({
  method: 'PUT',
  path: '/user/me/notifications',
  access: 'access',
  body: v.object({ ...choiceFields, timeZone: TimeZone }),
  reply: Notifications,
})

/** Endpoints outside the known push services are refused. */
export const addPushDevice = call({
  method: 'POST',
  path: '/user/me/push-devices',
  repeat: 'safe',
  access: 'access',
  needs: 'push',
  body: PushBrowser,
  refusals: { PUSH_SERVICE_UNKNOWN: 400 },
})

/** Removes this browser. Idempotent. */
export const removePushDevice = call({
  method: 'POST',
  path: '/user/me/push-devices/removal',
  repeat: 'safe',
  access: 'access',
  body: v.pick(PushBrowser, ['endpoint']),
})

const Token = v.pipe(v.string(), v.regex(/^[\w:-]{32,1000}$/))

/**
 * Registers an app's push token, from Firebase (`fcm`, Android) or Apple (`apns`, lower-case hex).
 * PUSH_SERVICE_UNKNOWN:
 * this deployment does not have that service.
 */
export const addAppDevice = call({
  method: 'POST',
  path: '/user/me/app-devices',
  repeat: 'safe',
  access: 'access',
  needs: 'push',
  body: v.object({ kind: v.picklist(VENDORS.apps), token: Token }),
  refusals: { PUSH_SERVICE_UNKNOWN: 400 },
})

/** Removes this app. Idempotent. */
export const removeAppDevice = call({
  method: 'POST',
  path: '/user/me/app-devices/removal',
  repeat: 'safe',
  access: 'access',
  body: v.object({ token: Token }),
})
