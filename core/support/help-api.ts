import * as v from 'valibot'
import { call } from '../kit/call.ts'

/** Where the partner's help widget stands, a page of another origin; asked for when somebody wants to chat, not before. */
export const getHelpWindow = call({
  method: 'GET',
  path: '/support/window',
  access: 'public',
  reply: v.object({ url: v.string() }),
  refusals: { NO_HELP_WINDOW: 404 },
})
