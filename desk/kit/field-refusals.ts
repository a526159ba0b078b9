import { CallFailed } from '@cuida/ui/client/call-failed.ts'

/** Runs a call for a form: a refusal about one field, such as `EMAIL_TAKEN`, becomes that field's error. */
export async function mapFieldRefusals<T>(
  fields: Readonly<Record<string, string>>,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request()
  } catch (failure) {
    const field = failure instanceof CallFailed ? fields[failure.code] : undefined
    if (!(failure instanceof CallFailed) || !field) throw failure
    throw new CallFailed(failure.status, failure.traceId, { ...failure.data, fields: { [field]: failure.code } })
  }
}
