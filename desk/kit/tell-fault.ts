import { createTeller } from '@cuida/ui/faults/tell.ts'
import { api } from './api.ts'

const PAGES =
  /^\/desk\/(agenda|board|campaigns|consultations|join|open|orders|people|promo-codes|questions|records|subscriptions|tasks|team)\b/

/** Comes when something broke. */
export const tell = createTeller({
  program: 'desk',
  send: api,
  screen: () => PAGES.exec(location.pathname)?.[1] ?? 'queue',
})
