import { createSend } from '@cuida/ui/client/send.ts'
import { createSession } from '@cuida/ui/client/session/session.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'

/** The one session of the desk, on all its tabs; apart from a patient's in the same browser. */
export const session = createSession({
  storage: browserStorage(),
  app: 'desk',
  locale: currentLocale,
  refreshUrl: '/v1/desk/auth/refresh',
})

/** Sends a declared call as the clinician who is signed in, if anybody is. */
export const api = createSend({
  app: 'desk',
  locale: currentLocale,
  session,
  onWork: () => showToast(t('desk.working')),
})
