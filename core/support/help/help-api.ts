import * as v from 'valibot'
import { call } from '../../kit/call.ts'

/** Where the partner's help widget stands, a page of another origin; asked for when somebody wants to chat, not before. */
export const getHelpWindow = call({
  method: 'GET',
  path: '/support/window',
  access: 'public',
  reply: v.object({ url: v.string() }),
  refusals: { NO_HELP_WINDOW: 404 },
})

/** Says to the widget who is signed in; good for some minutes, so it is asked for when the chat opens, and again by the widget. */
export const getChatPass = call({
  method: 'GET',
  path: '/support/window/pass',
  access: 'access',
  reply: v.object({ pass: v.string() }),
  refusals: { NO_CHAT_PASS: 404 },
})
