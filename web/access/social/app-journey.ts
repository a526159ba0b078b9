import { fromApi, platform } from '../../platform/platform.ts'

/** Kept in storage until the sign-in ends: the phone may stop the app while its browser is in front. */
const VERIFIER = 'google-verifier'

/**
 * Creates the PKCE-style secret of a sign-in that the phone's browser does for the app
 * (core/access/social/app-journey.ts) and returns its challenge. A new sign-in replaces the previous secret.
 */
export async function newChallenge(): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  platform().storage.set(VERIFIER, verifier)
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** Returns and clears the verifier that accompanies the code. On the web an HttpOnly cookie has this role. */
export function takeVerifier(): { verifier?: string } {
  const { storage } = platform()
  const verifier = storage.get(VERIFIER)
  storage.remove(VERIFIER)
  return verifier ? { verifier } : {}
}

/** A4.8, native app: the system browser goes to Google and returns by a link to the app. */
export const openGoogleSignIn = async (): Promise<void> =>
  platform().openExternal(fromApi(`/api/connect/google?app=${await newChallenge()}`))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
