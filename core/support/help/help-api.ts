import * as v from 'valibot'
import { call } from '../../kit/call.ts'

/** URL of the partner's help widget, on another origin; requested only when the user opens the chat. */
export const getHelpWindow = call({
  method: 'GET',
  path: '/support/window',
  access: 'public',
  reply: v.object({ url: v.string() }),
  refusals: { NO_HELP_WINDOW: 404 },
})

/**
 * A token that identifies the signed-in account to the widget. It is valid for minutes only, so it is requested when
 * the chat opens and whenever the widget needs another.
 */
export const getChatPass = call({
  method: 'GET',
  path: '/support/window/pass',
  access: 'access',
  reply: v.object({ pass: v.string() }),
  refusals: { NO_CHAT_PASS: 404 },
})
