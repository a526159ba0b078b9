import type { Assertion, Attestation, CreationOptions } from '@cuida/core/access/passkey/passkey-api.ts'
import {
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

export const createPasskey = (optionsJSON: CreationOptions): Promise<Attestation> => startRegistration({ optionsJSON })

/** Shows the browser's dialog with the passkeys of this site. */
export const askForPasskey = (optionsJSON: RequestOptions): Promise<Assertion> => startAuthentication({ optionsJSON })

/** Offers the passkeys among the suggestions of the field whose `autocomplete` ends in `webauthn`, without a dialog. */
export const offerInField = (optionsJSON: RequestOptions): Promise<Assertion> =>
  startAuthentication({ optionsJSON, useBrowserAutofill: true })

/** Ends an offer that is still open, such as when its page is left. */
export const endOffer = (): void => WebAuthnAbortService.cancelCeremony()

export { browserSupportsWebAuthnAutofill as canOfferInField, platformAuthenticatorIsAvailable as hasScreenLock }

/** The person closed the browser's dialog, let it time out, or another one replaced it. */
export const isCancelled = (failure: unknown): boolean =>
  failure instanceof Error && ['NotAllowedError', 'AbortError'].includes(failure.name)

/** The device already holds a passkey of this account. */
export const isAddedAlready = (failure: unknown): boolean =>
  failure instanceof WebAuthnError && failure.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
