import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@cuida/core/access/passkey/passkey-api.ts'
import {
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'

// The browser as a `PasskeyDevice`.

export const createPasskey = (optionsJSON: CreationOptions): Promise<Attestation> => startRegistration({ optionsJSON })

export const askForPasskey = (optionsJSON: RequestOptions): Promise<Assertion> => startAuthentication({ optionsJSON })

export const offerInField = (optionsJSON: RequestOptions): Promise<Assertion> =>
  startAuthentication({ optionsJSON, useBrowserAutofill: true })

export const endOffer = (): void => WebAuthnAbortService.cancelCeremony()

export { browserSupportsWebAuthnAutofill as canOfferInField, platformAuthenticatorIsAvailable as hasScreenLock }

export const isCancelled = (failure: unknown): boolean =>
  failure instanceof Error && ['NotAllowedError', 'AbortError'].includes(failure.name)

export const isAddedAlready = (failure: unknown): boolean =>
  failure instanceof WebAuthnError && failure.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
