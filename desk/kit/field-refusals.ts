import { CallFailed } from '@cuida/ui/client/call-failed.ts'

/** Runs a call for a form: a refusal that is about one field (`EMAIL_TAKEN` about the e-mail) goes to that field. */
export async function onFields<T>(fields: Readonly<Record<string, string>>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (failure) {
    const field = failure instanceof CallFailed ? fields[failure.code] : undefined
    if (!(failure instanceof CallFailed) || !field) throw failure
    throw new CallFailed(failure.status, failure.traceId, { ...failure.data, fields: { [field]: failure.code } })
  }
}
