import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed, isUnreachable, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'

/** What happened and what to do, in words. */
export function failureWords(failure: unknown): string {
  if (!(failure instanceof CallFailed)) return t('desk.error.UNEXPECTED')
  if (failure.code === OFFLINE) return t('desk.error.OFFLINE')
  if (isUnreachable(failure)) return t('desk.error.UNAVAILABLE')
  const key = `desk.error.${failure.code}`
  return t(hasWords(key) ? key : 'desk.error.UNEXPECTED')
}

/** Stays until the next try: an error never hides itself. */
export function Failure({ failure, onClose }: { failure: unknown; onClose?: () => void }) {
  return failure === undefined || failure === null ? null : (
    <Alert tone="danger" title={failureWords(failure)} failure={failure} onClose={onClose} />
  )
}
