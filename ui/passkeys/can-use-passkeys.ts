import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@cuida/core/access/passkey/passkey-api.ts'
import { lazyModule } from '../lazy/lazy-module.ts'

/** Where this app asks for passkeys: a browser, or the phone around a native app. */
export interface PasskeyDevice {
  createPasskey(options: CreationOptions): Promise<Attestation>
  /** Shows a dialog with the passkeys of this site. */
  askForPasskey(options: RequestOptions): Promise<Assertion>
  /** Offers the passkeys among the suggestions of the field whose `autocomplete` ends in `webauthn`, without a dialog. */
  offerInField(options: RequestOptions): Promise<Assertion>
  canOfferInField(): Promise<boolean>
  /** Ends an offer that is still open, such as when its page is left. */
  endOffer(): void
  hasScreenLock(): Promise<boolean>
  /** The person closed the dialog, let it time out, or another one replaced it. */
  isCancelled(failure: unknown): boolean
  /** The device already holds a passkey of this account. */
  isAddedAlready(failure: unknown): boolean
}

let native: PasskeyDevice | undefined

/** Called once at the start of a native app, whose page has no WebAuthn for the host of the clinic. */
export function setNativePasskeys(device: PasskeyDevice | undefined): void {
  native = device
}

/** WebAuthn itself loads when somebody uses it. */
export const passkeyBrowser = lazyModule(
  async (): Promise<PasskeyDevice> => native ?? (await import('./passkey-browser.ts')),
)

/** Whether this page can use passkeys: they belong to a host with a name, over https or on this machine. */
export const canUsePasskeys = (): boolean =>
  native !== undefined ||
  (typeof PublicKeyCredential === 'function' && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname))
