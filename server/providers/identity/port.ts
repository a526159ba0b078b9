import type { Checkable } from '../provider-check.ts'
/** A person as an identity provider asserts them. Only `subject`, which never changes, identifies the person. */
export interface SocialPerson {
  subject: string
  /** Only an address that the provider verified; otherwise null. */
  email: string | null
  /** Empty when the provider omits it. */
  firstName: string
  lastName: string
}

/** State that the browser keeps encrypted between the redirect to the provider and the return. */
export interface RedirectState {
  state: string
  nonce: string
  verifier: string
}

/** The provider, or a forged return in its name, asserts no identity. */
export class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused'
}

/** An identity provider. Every method may throw ProviderDown. */
export interface Identities extends Checkable {
  /** The authorization URL for the browser. */
  depart(): Promise<{ address: string; departure: RedirectState }>
  /** The person who returned; `search` is the query string of the return. Throws IdentityRefused. */
  arrive(search: string, departure: RedirectState): Promise<SocialPerson>
  /** The owner of an access token. Throws IdentityRefused for one issued to another application. */
  personOf(accessToken: string): Promise<SocialPerson>
}
