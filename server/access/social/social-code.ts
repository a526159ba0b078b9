import { randomKey } from '../../kit/crypto/secrets.ts'

// Google's own access tokens begin with "ya29.": which of the two a request brings, it shows itself.
const MARK = 'once_'

/** Opens the way from the provider's return to a session, once and within a minute. */
export const newSocialCode = (): string => MARK + randomKey(256)
export const isSocialCode = (text: string): boolean => text.startsWith(MARK)
