import { linkGoogle } from '@cuida/core/access/security/security-api.ts'
import { api } from '../../kit/api.ts'
import { takeVerifier } from './app-journey.ts'

/** Gives the server the one-time code that came back from Google; throws nothing at all where none came. */
export async function linkWith(code: string | undefined): Promise<void> {
  if (!code) throw undefined
  await api(linkGoogle, { code, ...takeVerifier() })
}
