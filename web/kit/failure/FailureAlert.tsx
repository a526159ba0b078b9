import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { NeedsReload } from '@cuida/ui/lazy/keep-trying.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'

/** What went wrong and what to do, in words: by the code if we have them, else the general sentence. */
export function failureWords(failure: unknown): string {
  if (failure instanceof NeedsReload && failure.isNewBuild) return `${t('ui.newBuild.title')}. ${t('ui.newBuild.text')}`
  if (!(failure instanceof CallFailed)) return t('brand.error.generic')
  if (failure.code === OFFLINE) return t('brand.error.offline')
  if (failure.code === 'RATE_LIMITED') return t('brand.error.tooMany')
  if (failure.status >= 500) return t('brand.error.unavailable')
  const key = `brand.error.${failure.code}`
  return t(hasWords(key) ? key : 'brand.error.generic')
}

/** Stays until the next try: an error never hides itself. `heading` says what was being done. */
export function FailureAlert({ failure, heading }: { failure: unknown; heading?: string | false }) {
  if (failure === undefined || failure === null) return null
  const words = failureWords(failure)
  return (
    <Alert tone="danger" title={heading || words} failure={failure}>
      {heading && words}
    </Alert>
  )
}
