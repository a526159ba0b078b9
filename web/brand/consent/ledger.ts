import { putCookieChoice } from '@cuida/core/brand/consent/consent-api.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { api, session } from '../../kit/api.ts'
import type { Choice } from './choice.ts'

const KEY = 'cookies-noted'
const storage = browserStorage()
let current: Choice | undefined
let isListening = false

/**
 * Records the choice once in the consent ledger of the signed-in person, or of the first to sign in after it was
 * made. A later person on a shared device did not make the choice, and it is not recorded as theirs.
 */
export function noteChoice(choice: Choice): void {
  current = choice
  if (!isListening) {
    isListening = true
    session.onChange(() => void note())
  }
  void note()
}

async function note(): Promise<void> {
  if (!session.isSignedIn() || !current || storage.get(KEY) === current.at) return
  const { groups, at } = current
  await api(putCookieChoice, { groups })
    .then(() => storage.set(KEY, at))
    // The next page load of this session retries.
    .catch(() => {})
}
