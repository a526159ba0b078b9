import { fromApi, platform } from '../../platform/platform.ts'

/** Until the journey's end, whatever becomes of the app meanwhile: a phone may stop it while its browser is in front. */
const VERIFIER = 'google-verifier'

/**
 * The secret of a journey that the phone's browser makes for the app (core/access/social/app-journey.ts), as its challenge. A
 * journey that begins anew forgets the one before.
 */
export async function newChallenge(): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  platform().storage.set(VERIFIER, verifier)
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** What a call beside the code brings, once. On the web a cookie says it, which no script can read. */
export function takeVerifier(): { verifier?: string } {
  const { storage } = platform()
  const verifier = storage.get(VERIFIER)
  storage.remove(VERIFIER)
  return verifier ? { verifier } : {}
}

/** A4.8, from an app: its browser goes there and brings the person back by a link of ours. */
export const goToGoogle = async (): Promise<void> =>
  platform().openExternal(fromApi(`/api/connect/google?app=${await newChallenge()}`))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
