import { randomKey } from '../../kit/crypto/secrets.ts'

// Google's access tokens begin with "ya29.", so the prefix tells the two kinds of token apart.
const MARK = 'once_'

/** A one-time code that exchanges the provider's return for a session within a minute. */
export const newSocialCode = (): string => MARK + randomKey(256)
export const isSocialCode = (text: string): boolean => text.startsWith(MARK)
