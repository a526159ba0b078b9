import { isUnreachable } from '../call-failed.ts'

/**
 * `onSettled` of a deed: what is true now is asked again, refused or not, and waited for, so that the screen shows it when the
 * deed is over. Whom nobody answered waits for no second answer, with its tries: they are told at once.
 */
export const askedAgain =
  <D>(ask: (done: D | undefined) => unknown) =>
  (done: D | undefined, failure: unknown): unknown => {
    const asked = ask(done)
    return isUnreachable(failure) ? undefined : asked
  }
