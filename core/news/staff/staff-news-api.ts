import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { PushBrowser } from '../../kit/push-browser.ts'
import { Id, Moment } from '../../kit/shapes.ts'
import { Quiet } from '../choice/notifications.ts'
import { StaffNewsKind, StaffTopic, StaffWay } from './staff-news.ts'

/** A piece of news, as the desk shows it: which start, and nothing of who comes or why. */
export const StaffNote = v.object({ id: Id, kind: StaffNewsKind, startTime: Moment, wasTime: v.nullable(Moment) })
export type StaffNote = v.InferOutput<typeof StaffNote>

/** What was told in the last half hour and is still true, the latest first; nothing for who wants none of it at the desk. */
export const listStaffNews = call({
  method: 'GET',
  path: '/desk/news',
  access: 'staff',
  polled: true,
  reply: v.object({ items: v.array(StaffNote) }),
})

const chosen = {
  ways: v.pipe(v.array(StaffWay), v.maxLength(StaffWay.options.length)),
  topics: v.pipe(v.array(StaffTopic), v.maxLength(StaffTopic.options.length)),
  /** null: at any hour. */
  quiet: v.nullable(Quiet),
}

/** How somebody of the staff wants to hear of things. */
export const StaffNewsChoice = v.object({
  ...chosen,
  /** What a browser asks for, so that nobody else can wake it (VAPID public key, base64url). */
  pushKey: v.string(),
  /** Endpoints of browsers that may be woken for them: each finds its own among them, or is none. */
  devices: v.array(v.string()),
})
export type StaffNewsChoice = v.InferOutput<typeof StaffNewsChoice>

export const getStaffNewsChoice = call({
  method: 'GET',
  path: '/desk/news/choice',
  access: 'staff',
  reply: StaffNewsChoice,
})

/** All of it at once. */
export const putStaffNewsChoice = call({
  method: 'PUT',
  path: '/desk/news/choice',
  access: 'staff',
  body: v.object(chosen),
  reply: StaffNewsChoice,
})

/** Addresses of other hosts than push services' are refused. */
export const addStaffDevice = call({
  method: 'POST',
  path: '/desk/news/devices',
  access: 'staff',
  needs: 'push',
  body: PushBrowser,
  refusals: { PUSH_SERVICE_UNKNOWN: 400 },
})

/** Never again on this browser. One that is not known is none already. */
export const removeStaffDevice = call({
  method: 'POST',
  path: '/desk/news/devices/removal',
  access: 'staff',
  body: v.pick(PushBrowser, ['endpoint']),
})
