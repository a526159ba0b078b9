import { createSend } from '@cuida/ui/client/send.ts'
import { createSession } from '@cuida/ui/client/session.ts'
import { browserStorage } from '@cuida/ui/client/storage.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'

/** The one session of this app, on all its tabs. */
export const session = createSession({ storage: browserStorage(), app: 'patient', refreshUrl: '/v1/auth/refresh' })

/** Sends a declared call as the person who is signed in, if anybody is. */
export const api = createSend({ app: 'patient', locale: currentLocale, session })
