import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { createFailureMessage } from '@cuida/ui/i18n/failure-message.ts'

/** The message of a failure's code, else a general one. */
export const failureMessage = createFailureMessage('brand.error', {
  UNEXPECTED: 'generic',
  OFFLINE: 'offline',
  UNAVAILABLE: 'unavailable',
  RATE_LIMITED: 'tooMany',
})

/** Stays until the next attempt: an error never hides itself. `heading` names the failed action. */
export function FailureAlert({ failure, heading }: { failure: unknown; heading?: string | false }) {
  if (failure === undefined || failure === null) return null
  const text = failureMessage(failure)
  return (
    <Alert tone="danger" title={heading || text} failure={failure}>
      {heading && text}
    </Alert>
  )
}
