import { CallFailed } from '../client/call-failed.ts'
import { NeedsReload } from '../lazy/load-with-retry.ts'
import { hasMessage, t } from './messages.ts'

/**
 * Creates the function that turns a failure into a message: `<place>.<code>` if the catalogue has it, else
 * `<place>.UNEXPECTED`. `names` maps a code to another key under `place`.
 */
export function createFailureMessage(keyPrefix: string, names: Readonly<Record<string, string>> = {}) {
  const keyOf = (code: string) => `${keyPrefix}.${names[code] ?? code}`
  const messageOf = (code: string) => t(hasMessage(keyOf(code)) ? keyOf(code) : keyOf('UNEXPECTED'))
  return (failure: unknown): string => {
    if (failure instanceof NeedsReload && failure.isNewBuild)
      return `${t('ui.newBuild.title')}. ${t('ui.newBuild.text')}`
    if (!(failure instanceof CallFailed)) return messageOf('UNEXPECTED')
    // Every 5xx gets the same message, "try again". A missing reply is OFFLINE with status 0.
    return messageOf(failure.status >= 500 ? 'UNAVAILABLE' : failure.code)
  }
}
