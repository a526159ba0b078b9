import * as v from 'valibot'

/**
 * An app has no cookie to show for the journey to a provider of identities that the phone's browser makes for it: what it
 * begins with the challenge of a secret it ends with the secret (RFC 7636, S256: base64url, 43 characters each).
 */
export const Challenge = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
export const Verifier = Challenge
