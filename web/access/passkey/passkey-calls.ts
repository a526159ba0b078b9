import {
  type Assertion,
  addPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey as signInCall,
  startPasskey,
  startPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import { passkeyBrowser } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { askToProve } from '@cuida/ui/passkeys/owner-proof.ts'
import type { PasskeyCalls } from '@cuida/ui/passkeys/Passkeys.tsx'
import { api } from '../../kit/api.ts'
import { clientId } from '../../platform/platform.ts'
import { type Outcome, outcomeOf } from '../sign-in/sign-in.ts'

export const patientPasskeys: PasskeyCalls = {
  start: (proof) => api(startPasskey, proof),
  add: (credential) => api(addPasskey, { credential }),
  rename: (id, name) => api(renamePasskey, { id, name }),
  remove: (id, proof) => api(removePasskey, { id, ...proof }),
  prove: askOwnPasskey,
}

/** One of the person's passkeys, which confirms a change instead of the password. */
export function askOwnPasskey(): Promise<Assertion> {
  return askToProve(() => api(startPasskeySignIn, {}))
}

/** `inField`: waits until the person chooses one of the suggestions of the phone field, instead of showing a dialog. */
export async function signInWithPasskey({ inField = false } = {}): Promise<Outcome> {
  const { askForPasskey, offerInField } = await passkeyBrowser.load()
  const options = await api(startPasskeySignIn, {})
  const credential = await (inField ? offerInField : askForPasskey)(options)
  return outcomeOf(() => api(signInCall, { credential, clientId: clientId() }))
}
