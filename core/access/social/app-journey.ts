import * as v from 'valibot'

/**
 * PKCE (RFC 7636, S256: base64url, 43 characters each) for native apps: the system browser that visits the identity
 * provider does not share the app's cookies, so the app starts with a challenge and ends with its verifier.
 */
export const Challenge = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
export const Verifier = Challenge
