import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { failureWords } from '../kit/failure/FailureAlert.tsx'

/** Why it did not happen, and what to do. */
export function subscriptionWords(failure: unknown): string {
  const key = failure instanceof CallFailed ? `subscription.error.${failure.code}` : ''
  return hasWords(key) ? t(key) : failureWords(failure)
}
