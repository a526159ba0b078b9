/** Who a provider of identities says somebody is. `subject` is theirs for ever; nothing else identifies a person. */
export interface SocialPerson {
  subject: string
  /** Only an address that the provider has verified; null otherwise. */
  email: string | null
  /** Empty when the provider does not tell. */
  firstName: string
  lastName: string
}

/** What the browser keeps, sealed, between leaving for the provider and coming back. */
export interface Departure {
  state: string
  nonce: string
  verifier: string
}

/** The provider, or what came back in its name, does not vouch for anybody. */
export class IdentityRefused extends Error {
  override readonly name = 'IdentityRefused'
}

/** A provider of identities. Everything may throw ProviderDown. */
export interface Identities {
  /** Where to send the browser. */
  depart(): Promise<{ address: string; departure: Departure }>
  /** Who came back; `search` is the query of the address they came back to. Throws IdentityRefused. */
  arrive(search: string, departure: Departure): Promise<SocialPerson>
  /** Whose access token this is; one that was issued to another application is IdentityRefused. */
  personOf(accessToken: string): Promise<SocialPerson>
}
