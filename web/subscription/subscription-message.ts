import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { failureMessage } from '../kit/failure/FailureAlert.tsx'

/** Why the action failed, and what to do. */
export function subscriptionMessage(failure: unknown): string {
  const key = failure instanceof CallFailed ? `subscription.error.${failure.code}` : ''
  return hasMessage(key) ? t(key) : failureMessage(failure)
}
