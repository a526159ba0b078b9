import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { createFailureMessage } from '@cuida/ui/i18n/failure-message.ts'

/** The message of a failure. */
export const failureMessage = createFailureMessage('desk.error')

/** Stays until the next attempt: an error never hides by itself. */
export function Failure({ failure, onClose }: { failure: unknown; onClose?: () => void }) {
  return failure === undefined || failure === null ? null : (
    <Alert tone="danger" title={failureMessage(failure)} failure={failure} onClose={onClose} />
  )
}
