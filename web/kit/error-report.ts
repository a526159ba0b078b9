/** Where a partner's own build may send what broke. Errors can carry what a person typed: nothing goes anywhere by itself. */
export type ErrorReporter = (error: unknown, where: string) => void

let reporter: ErrorReporter = () => {}

export function provideErrorReporter(given: ErrorReporter): void {
  reporter = given
}

/** A reporter that fails must not take the error screen with it. */
export function reportError(error: unknown, where: string): void {
  try {
    reporter(error, where)
  } catch {
    // There is nobody left to tell.
  }
}
