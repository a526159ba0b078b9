/**
 * The provider did not give an answer that settles anything: no connection, silence, a server error, garbage. What it
 * did is unknown, so ask it (`find`) before trying again. The message names no person, key or card.
 */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
  readonly provider: string
  constructor(provider: string, detail: string, cause?: unknown) {
    super(`${provider}: ${detail}`, { cause })
    this.provider = provider
  }
}
