import type { Assertion, OwnerProof, RequestOptions } from '@cuida/core/access/passkey/passkey-api.ts'
import { SubmitCancelled } from '../forms/use-form.ts'
import { passkeyBrowser } from './can-use-passkeys.ts'

// A form that asks again who is there: for the password, and the code of an authenticator where it needs one. Its
// button `PasskeySubmit` takes a passkey instead of both.

export const PASSKEY_ACTION = 'passkey'

interface Typed {
  password: string
  code?: string
}

/** What the person still has to type. */
export const proofProblems = ({ password, code }: Typed, action: string | undefined) => ({
  password: action === PASSKEY_ACTION || password ? undefined : 'REQUIRED',
  code: action === PASSKEY_ACTION || code === undefined || code.length === 6 ? undefined : 'REQUIRED',
})

/** What was typed, or the answer of a passkey. */
export const takeProof = async (
  { password, code }: Typed,
  action: string | undefined,
  ask: () => Promise<Assertion>,
): Promise<OwnerProof> =>
  action === PASSKEY_ACTION ? { passkey: await ask() } : { password, ...(code === undefined ? {} : { code }) }

/** Asks the device for a passkey. Closing its dialog ends the submit without a failure. */
export async function askToProve(start: () => Promise<RequestOptions>): Promise<Assertion> {
  const { askForPasskey, isCancelled } = await passkeyBrowser.load()
  try {
    return await askForPasskey(await start())
  } catch (failure) {
    throw isCancelled(failure) ? new SubmitCancelled() : failure
  }
}
