import {
  addDeskPasskey,
  removeDeskPasskey,
  renameDeskPasskey,
  signInStaffWithPasskey,
  startDeskPasskey,
  startStaffPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import { passkeyBrowser } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { askToProve } from '@cuida/ui/passkeys/owner-proof.ts'
import type { PasskeyCalls } from '@cuida/ui/passkeys/Passkeys.tsx'
import { api } from '../../kit/api.ts'

export const staffPasskeys: PasskeyCalls = {
  start: (proof) => api(startDeskPasskey, proof),
  add: (credential) => api(addDeskPasskey, { credential }),
  rename: (id, name) => api(renameDeskPasskey, { id, name }),
  remove: (id, proof) => api(removeDeskPasskey, { id, ...proof }),
  prove: () => askToProve(() => api(startStaffPasskeySignIn, {})),
}

/** Signs the same person in again; another person's passkey is refused. */
export const enterAgainWithPasskey = async (staffId: string) =>
  api(signInStaffWithPasskey, { credential: await staffPasskeys.prove(), staffId })

/** Undefined when the person closes the browser's dialog. `inField`: waits for a choice in the e-mail field instead. */
export async function enterPasskey({ inField = false } = {}) {
  const { askForPasskey, offerInField, isCancelled } = await passkeyBrowser.load()
  const options = await api(startStaffPasskeySignIn, {})
  const credential = await (inField ? offerInField : askForPasskey)(options).catch((failure: unknown) => {
    if (isCancelled(failure)) return undefined
    throw failure
  })
  return credential && api(signInStaffWithPasskey, { credential })
}
