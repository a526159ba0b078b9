import { CallFailed } from '../client/call-failed.ts'

/** Field to problem code; the words for a code are the screen's. */
export type Problems = Readonly<Record<string, string | undefined>>

/**
 * What the server said about fields, under the form's own names: it may say `profile.email` where the form has
 * `email`, and `profile.phone.number` where the form has `phone`.
 */
export function serverProblems(error: unknown, names: readonly string[]): Problems {
  if (!(error instanceof CallFailed)) return {}
  const problems: Record<string, string> = {}
  for (const [path, code] of Object.entries(error.fields)) {
    const name = names.find((one) => `.${path}.`.includes(`.${one}.`))
    if (name) problems[name] ??= code
  }
  return problems
}

/** After a submit only the fields that failed are judged while the person types: no scolding in advance. */
export function stillWrong(shown: Problems, now: Problems): Problems {
  const failed = Object.keys(shown).filter((name) => shown[name])
  return Object.fromEntries(failed.map((name) => [name, now[name]]))
}

export const wrongFields = (problems: Problems): string[] => Object.keys(problems).filter((name) => problems[name])
