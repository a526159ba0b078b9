import { deviceNow } from '@cuida/ui/client/server-clock.ts'
import { canUsePasskeys } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { platform } from '../../platform/platform.ts'

/** In this tab, from a sign-in with a password until Home has offered a passkey. */
const DUE = 'passkey-offer'
/** When this device offered one last. */
const OFFERED_AT = 'passkey-offered'
const PAUSE_MS = 90 * 86_400_000

/** After a sign-in with a password: Home offers a passkey for the next one, unless it did some weeks ago. */
export function requestPasskeyOffer(): void {
  const isRecent = deviceNow() - Number(platform().storage.get(OFFERED_AT) ?? 0) < PAUSE_MS
  if (canUsePasskeys() && !isRecent) sessionStorage.setItem(DUE, '1')
}

export const isPasskeyOfferDue = (): boolean => sessionStorage.getItem(DUE) !== null

/** Offered once, whatever the person does about it. */
export function endPasskeyOffer(): void {
  sessionStorage.removeItem(DUE)
  platform().storage.set(OFFERED_AT, String(deviceNow()))
}
