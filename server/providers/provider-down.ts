/**
 * The provider gave no conclusive response: no connection, a timeout, a server error, or a malformed response. The
 * outcome is unknown, so query it (`find`) before a retry. The message contains no person, key or card.
 */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
  readonly provider: string
  constructor(provider: string, detail: string, cause?: unknown) {
    super(`${provider}: ${detail}`, { cause })
    this.provider = provider
  }
}

/** The provider answered and refused our credentials: a retry cannot help, a person has to change a setting. */
export class CredentialsRefused extends ProviderDown {}
