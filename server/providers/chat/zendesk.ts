import { SignJWT } from 'jose'
import type { ChatPasses } from './port.ts'

interface ZendeskSettings {
  /** Id and secret of a messaging signing key, from Zendesk's admin pages. */
  keyId: string
  secret: string
}

/** Long enough for a slow connection. The widget requests another token when it expires. */
const LIFE = '10m'

/** Zendesk messaging: HS256, the key by its `kid`, and `scope` "user" (product 12.20; "Authenticating end users"). */
export function zendeskPasses({ keyId, secret }: ZendeskSettings): ChatPasses {
  const key = new TextEncoder().encode(secret)
  return {
    passFor: ({ id, name }) =>
      new SignJWT({ scope: 'user', external_id: id, name })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId })
        .setIssuedAt()
        .setExpirationTime(LIFE)
        .sign(key),
  }
}
