import { createSend } from '@cuida/ui/client/send.ts'
import { createSession } from '@cuida/ui/client/session/session.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { pageNonce } from '../platform/page-nonce.ts'
import { fromApi, platform } from '../platform/platform.ts'
import { readInitialState } from './content/initial-state.ts'

const { storage, tokenMode, apiUrl, fetch } = platform()

/** The app's session, shared by all tabs. */
export const session = createSession({
  storage,
  tokenMode,
  app: 'patient',
  locale: currentLocale,
  refreshUrl: fromApi('/v1/auth/refresh'),
  lengthMs: () => readInitialState().config.patientSessionLengthInMins * 60_000,
})

const notice = lazyModule(() => import('./proof-of-work-notice.ts'))

/** Sends a declared call, with the session's token if there is one. */
export const api = createSend({
  app: 'patient',
  locale: currentLocale,
  session,
  tokenMode,
  base: apiUrl,
  fetch,
  page: () => pageNonce(),
  onWork: () => void notice.load().then(({ notifyProofOfWork }) => notifyProofOfWork()),
})
