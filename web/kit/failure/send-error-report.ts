import { createErrorSender } from '@cuida/ui/error-reports/error-sender.ts'
import { parse } from 'regexparam'
import { api } from '../api.ts'
import { matchPath } from '../navigation/match.ts'

/** Loaded on the first error. */
export const sendErrorReport = createErrorSender({
  program: 'app',
  send: api,
  screen: () => matchPath(parse, location.pathname)?.name,
})
