import { CallFailed } from '../client/call-failed.ts'
import { NeedsReload } from '../lazy/keep-trying.ts'
import { hasWords, t } from './words.ts'

/**
 * What happened and what to do, in an app's words: by the code if it has some under `place`, else the general ones.
 * `names`: of those that are called otherwise than by a code there.
 */
export function createFailureWords(place: string, names: Readonly<Record<string, string>> = {}) {
  const keyOf = (code: string) => `${place}.${names[code] ?? code}`
  const wordsOf = (code: string) => t(hasWords(keyOf(code)) ? keyOf(code) : keyOf('UNEXPECTED'))
  return (failure: unknown): string => {
    if (failure instanceof NeedsReload && failure.isNewBuild)
      return `${t('ui.newBuild.title')}. ${t('ui.newBuild.text')}`
    if (!(failure instanceof CallFailed)) return wordsOf('UNEXPECTED')
    // Whatever a server says that fails: the same words fit, "try again". No answer at all is OFFLINE, and 0.
    return wordsOf(failure.status >= 500 ? 'UNAVAILABLE' : failure.code)
  }
}
