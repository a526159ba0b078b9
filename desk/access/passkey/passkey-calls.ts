import {
  addDeskPasskey,
  removeDeskPasskey,
  renameDeskPasskey,
  signInStaffWithPasskey,
  startDeskPasskey,
  startStaffPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import { passkeyBrowser } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import type { PasskeyCalls } from '@cuida/ui/passkeys/Passkeys.tsx'
import { api } from '../../kit/api.ts'

export const staffPasskeys: PasskeyCalls = {
  start: (proof) => api(startDeskPasskey, proof),
  add: (credential) => api(addDeskPasskey, { credential }),
  rename: (id, name) => api(renameDeskPasskey, { id, name }),
  remove: (id, proof) => api(removeDeskPasskey, { id, ...proof }),
}

/** Shows the browser's dialog. Undefined when the person closes it. */
export async function enterPasskey() {
  const { askForPasskey, isCancelled } = await passkeyBrowser.load()
  const options = await api(startStaffPasskeySignIn, {})
  const credential = await askForPasskey(options).catch((failure: unknown) => {
    if (isCancelled(failure)) return undefined
    throw failure
  })
  return credential && api(signInStaffWithPasskey, { credential })
}
