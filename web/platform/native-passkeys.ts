import { CapacitorPasskey } from '@capgo/capacitor-passkey'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { PasskeyDevice } from '@cuida/ui/passkeys/can-use-passkeys.ts'

/**
 * Passkeys of the clinic's host in a native app, through the phone's own dialogs: Apple's AuthenticationServices and
 * Android's Credential Manager. Undefined where the phone is too old.
 */
export async function nativePasskeys(): Promise<PasskeyDevice | undefined> {
  const { available } = await CapacitorPasskey.isSupported().catch(() => ({ available: false }))
  return available ? DEVICE : undefined
}

const DEVICE: PasskeyDevice = {
  createPasskey: (publicKey) => CapacitorPasskey.createCredential({ publicKey }),
  async askForPasskey(publicKey) {
    // The plugin takes a request without `mediation` for one to create.
    const { id, response } = await CapacitorPasskey.getCredential({ publicKey, mediation: 'optional' }).catch(
      (failure: unknown) => {
        // Android shows no dialog when there is nothing to choose.
        throw nameOf(failure) === 'NotFoundError' ? new CallFailed(404, '', { code: 'NO_PASSKEY_HERE' }) : failure
      },
    )
    return { id, response: { ...response, userHandle: response.userHandle ?? undefined } }
  },
  // The field of a page in the shell has no suggestions of passkeys.
  canOfferInField: async () => false,
  offerInField: () => Promise.reject(new Error('No suggestions in a native app')),
  endOffer: () => undefined,
  // Without one the phone's dialog offers to set it up.
  hasScreenLock: async () => true,
  isCancelled: (failure) =>
    CLOSED.has(nameOf(failure)) || (nameOf(failure) === 'UnknownError' && /cancel/i.test(String(failure))),
  isAddedAlready: (failure) => nameOf(failure) === 'InvalidStateError',
}

const CLOSED = new Set(['NotAllowedError', 'AbortError'])

/** The plugin puts the name of WebAuthn's error into `code`; Android reports a closed dialog as an `UnknownError`. */
const nameOf = (failure: unknown): string => (failure instanceof Error && 'code' in failure ? String(failure.code) : '')
