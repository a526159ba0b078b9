import { onTestFinished } from 'vitest'
import type { Session } from '../client/session/session.ts'

/** Signs a user in until the test ends. */
export function signInTestUser({ signIn, signOut }: Pick<Session, 'signIn' | 'signOut'>): void {
  const dates = btoa(JSON.stringify({ iat: 0, exp: 86_400 }))
  signIn({ accessToken: `a.${dates}.c`, refreshToken: 'refresh', sessionId: 'session-1' })
  onTestFinished(() => signOut())
}
