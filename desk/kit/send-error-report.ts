import { createErrorSender } from '@cuida/ui/error-reports/error-sender.ts'
import { api } from './api.ts'

const PAGES =
  /^\/desk\/(agenda|board|campaigns|consultations|join|open|orders|people|promo-codes|questions|records|subscriptions|tasks|team)\b/

/** Loaded on the first error. */
export const sendErrorReport = createErrorSender({
  program: 'desk',
  send: api,
  screen: () => PAGES.exec(location.pathname)?.[1] ?? 'queue',
})
