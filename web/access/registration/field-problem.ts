import { CallFailed } from '@cuida/ui/client/call-failed.ts'

/**
 * Turns a refusal about one field (`WRONG_PASSWORD`) into a problem of that field; returns other failures unchanged.
 */
export function asFieldProblem(failure: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (!(failure instanceof CallFailed)) return failure
  const field = fields[failure.code]
  if (!field) return failure
  return new CallFailed(failure.status, failure.traceId, { ...failure.data, fields: { [field]: failure.code } })
}

/** A field problem found by the client during submission. */
export const fieldProblem = (field: string, code: string): CallFailed =>
  new CallFailed(400, '', { code: 'INVALID', fields: { [field]: code } })

/** Runs a call for a form and turns refusals about a field into field problems. */
export async function withFieldProblems<T>(
  fields: Readonly<Record<string, string>>,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request()
  } catch (failure) {
    throw asFieldProblem(failure, fields)
  }
}
