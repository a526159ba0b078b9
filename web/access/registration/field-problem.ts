import { CallFailed } from '@cuida/ui/client/call-failed.ts'

/** A refusal that is about one field (`WRONG_PASSWORD` about the password), as a problem of that field; else itself. */
export function asFieldProblem(failure: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (!(failure instanceof CallFailed)) return failure
  const field = fields[failure.code]
  if (!field) return failure
  return new CallFailed(failure.status, failure.traceId, { ...failure.data, fields: { [field]: failure.code } })
}

/** A problem of a field that we found ourselves, while sending. */
export const fieldProblem = (field: string, code: string): CallFailed =>
  new CallFailed(400, '', { code: 'INVALID', fields: { [field]: code } })

/** Runs a call for a form: refusals that are about a field go to it. */
export async function onFields<T>(fields: Readonly<Record<string, string>>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (failure) {
    throw asFieldProblem(failure, fields)
  }
}
