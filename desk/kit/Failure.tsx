import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { createFailureWords } from '@cuida/ui/words/failure-words.ts'

/** What happened and what to do, in words. */
export const failureWords = createFailureWords('desk.error')

/** Stays until the next try: an error never hides itself. */
export function Failure({ failure, onClose }: { failure: unknown; onClose?: () => void }) {
  return failure === undefined || failure === null ? null : (
    <Alert tone="danger" title={failureWords(failure)} failure={failure} onClose={onClose} />
  )
}
