import { putCookieChoice } from '@cuida/core/brand/consent/consent-api.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { api, session } from '../../kit/api.ts'
import type { Choice } from './choice.ts'

const KEY = 'cookies-noted'
const storage = browserStorage()
let current: Choice | undefined
let isListening = false

/**
 * For the ledger of whoever is signed in, or of the first who signs in after it was made: once a choice. Whoever comes next on a
 * shared device did not say it, and it is not written down as theirs.
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
    // The next page of this session says it again.
    .catch(() => {})
}
