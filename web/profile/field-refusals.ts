import { CallFailed } from '@cuida/ui/client/call-failed.ts'

/** Refusals about one field of a form, with the messages `profile.<field>.<problem>`. */
const FIELD_OF: Readonly<Record<string, readonly [field: string, problem: string]>> = {
  WRONG_CREDENTIALS: ['password', 'WRONG'],
  EMAIL_CONFLICT: ['email', 'CONFLICT'],
  PHONE_CONFLICT: ['phone', 'CONFLICT'],
  PHONE_NOT_ALLOWED: ['phone', 'NOT_ALLOWED'],
}

/** Turns the failure into a field problem, so that the form shows and focuses it. */
export function toFieldProblem(failure: unknown): unknown {
  if (!(failure instanceof CallFailed)) return failure
  const [field, problem] = FIELD_OF[failure.code] ?? []
  if (!field || !problem) return failure
  return new CallFailed(failure.status, failure.traceId, { ...failure.data, fields: { [field]: problem } })
}

export const withFieldRefusals = <T>(sending: Promise<T>): Promise<T> =>
  sending.catch((failure: unknown) => {
    throw toFieldProblem(failure)
  })
