import { CredentialsRefused, ProviderDown } from './provider-down.ts'

/** One harmless call to a provider, for `npm run doctor`: it reads, sends nothing and moves no money. */
export interface ProviderCheck {
  /** The host that is called, or the folder; never a whole URL, which may contain credentials. */
  host: string
  run(): Promise<ProviderAnswer>
}

export type ProviderAnswer =
  /** `caution`: works, but is configured against our duties. */
  | { state: 'accepted'; caution?: string }
  /** `detail` contains no credentials and nothing about a person. */
  | { state: 'refused' | 'down'; detail: string }

/** Implemented by every port. An adapter whose provider documents no harmless call has no check. */
export interface Checkable {
  readonly check?: ProviderCheck
}

export const checkAt = (url: string, call: () => Promise<unknown>): ProviderCheck => ({
  host: new URL(url).host,
  async run() {
    try {
      await call()
      return { state: 'accepted' }
    } catch (error) {
      const detail = error instanceof ProviderDown ? error.message : 'no valid answer'
      return { state: error instanceof CredentialsRefused ? 'refused' : 'down', detail }
    }
  },
})
