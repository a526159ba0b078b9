import * as v from 'valibot'
import { Channel } from '../../brand/channel.ts'
import { call } from '../../kit/call.ts'
import { PushBrowser } from '../../kit/push-browser.ts'
import { TimeZone } from '../../kit/shapes.ts'
import { VENDORS } from '../../kit/vendors/vendors.ts'
import { NotificationTopic, Quiet } from './notifications.ts'

const chosen = {
  channels: v.pipe(v.array(v.picklist(['email', 'sms', 'whatsapp'])), v.maxLength(3)),
  topics: v.pipe(v.array(NotificationTopic), v.maxLength(5)),
  /** null: at any hour. */
  quiet: v.nullable(Quiet),
}

/** How this account wants to hear of things, and what there is to choose from. */
export const Notifications = v.object({
  ...chosen,
  /** Whose clock the quiet hours are on: IANA name. */
  timeZone: v.string(),
  offered: v.array(Channel),
  /** Texts ended because the number answered STOP. */
  textsStopped: v.boolean(),
  /** What a browser asks for, so that nobody else can wake it (VAPID public key, base64url). */
  pushKey: v.string(),
  /** Endpoints of browsers and tokens of apps that may be woken for this account: each finds its own among them, or is none. */
  devices: v.array(v.string()),
})
export type Notifications = v.InferOutput<typeof Notifications>

export const getNotifications = call({
  method: 'GET',
  path: '/user/me/notifications',
  access: 'access',
  reply: Notifications,
})

/** All of it at once. `timeZone` is an IANA name; an unknown one is INVALID. */
export const putNotifications = call({
  method: 'PUT',
  path: '/user/me/notifications',
  access: 'access',
  body: v.object({ ...chosen, timeZone: TimeZone }),
  reply: Notifications,
})

/** Addresses of other hosts than push services' are refused. */
export const addPushDevice = call({
  method: 'POST',
  path: '/user/me/push-devices',
  access: 'access',
  needs: 'push',
  body: PushBrowser,
  refusals: { PUSH_SERVICE_UNKNOWN: 400 },
})

/** Never again on this browser. One that is not known is none already. */
export const removePushDevice = call({
  method: 'POST',
  path: '/user/me/push-devices/removal',
  access: 'access',
  body: v.pick(PushBrowser, ['endpoint']),
})

const Token = v.pipe(v.string(), v.regex(/^[\w:-]{32,1000}$/))

/**
 * The app's own address, as Firebase (`fcm`, Android) or Apple (`apns`, in lower-case hex) gave it. PUSH_SERVICE_UNKNOWN: this
 * place wakes none of its kind.
 */
export const addAppDevice = call({
  method: 'POST',
  path: '/user/me/app-devices',
  access: 'access',
  needs: 'push',
  body: v.object({ kind: v.picklist(VENDORS.apps), token: Token }),
  refusals: { PUSH_SERVICE_UNKNOWN: 400 },
})

/** Never again in this app. One that is not known is none already. */
export const removeAppDevice = call({
  method: 'POST',
  path: '/user/me/app-devices/removal',
  access: 'access',
  body: v.object({ token: Token }),
})
