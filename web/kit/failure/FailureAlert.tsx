import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { createFailureMessage } from '@cuida/ui/i18n/failure-message.ts'

/** What went wrong and what to do, in words: by the code if we have them, else the general sentence. */
export const failureMessage = createFailureMessage('brand.error', {
  UNEXPECTED: 'generic',
  OFFLINE: 'offline',
  UNAVAILABLE: 'unavailable',
  RATE_LIMITED: 'tooMany',
})

/** Stays until the next try: an error never hides itself. `heading` says what was being done. */
export function FailureAlert({ failure, heading }: { failure: unknown; heading?: string | false }) {
  if (failure === undefined || failure === null) return null
  const text = failureMessage(failure)
  return (
    <Alert tone="danger" title={heading || text} failure={failure}>
      {heading && text}
    </Alert>
  )
}
