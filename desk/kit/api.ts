import { createSend } from '@cuida/ui/client/send.ts'
import { createSession } from '@cuida/ui/client/session/session.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'

/** The desk's session, shared by all its tabs and separate from a patient's session in the same browser. */
export const session = createSession({
  storage: browserStorage(),
  app: 'desk',
  locale: currentLocale,
  refreshUrl: '/v1/desk/auth/refresh',
})

/** Sends a declared call with the access token of the signed-in staff member, if there is one. */
export const api = createSend({
  app: 'desk',
  locale: currentLocale,
  session,
  onWork: () => showToast(t('desk.working')),
})
