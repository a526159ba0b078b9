import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Scope } from '../../kit/scope.ts'
import { Id, Moment, Name, Reason } from '../../kit/shapes.ts'

export const ApiKeyState = v.picklist(['waiting', 'active', 'declined', 'expired', 'revoked'])
export type ApiKeyState = v.InferOutput<typeof ApiKeyState>

/** An API key of a partner's program. It becomes active with a second manager's approval. */
export const ApiKey = v.object({
  /** The `client_id` of the program. */
  id: Id,
  name: v.string(),
  scopes: v.array(Scope),
  state: ApiKeyState,
  requestedBy: v.string(),
  /** Whether the reader requested it, who may not approve it. */
  isOwn: v.boolean(),
  requestedAt: Moment,
  /** Name of the manager who approved or declined. */
  decidedBy: v.nullable(v.string()),
  expiresAt: Moment,
  /** When a token was last issued to it. */
  lastUsedAt: v.nullable(Moment),
  /** The secrets that work now: two while one replaces the other. */
  secrets: v.array(v.object({ createdAt: Moment, endsAt: v.nullable(Moment) })),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** All API keys: waiting ones first, then the newest. */
export const listApiKeys = call({
  method: 'GET',
  path: '/desk/api-keys',
  list: { boundedBy: 'the API keys of the clinic' },
  ...manager,
  reply: v.object({ items: v.array(ApiKey) }),
})

/** Requests an API key. It cannot be used until another manager has approved it. */
export const requestApiKey = call({
  method: 'POST',
  path: '/desk/api-keys',
  repeat: 'replay',
  ...manager,
  body: v.object({
    name: Name(2, 80),
    scopes: v.pipe(v.array(Scope), v.minLength(1), v.maxLength(20)),
    /** Days until it expires. */
    days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
  }),
  reply: v.object({ id: Id }),
  refusals: { TOO_MANY_API_KEYS: 409 },
})

const params = v.object({ id: Id })
const NOT_FOUND = { API_KEY_NOT_FOUND: 404 } as const

/** Approves another manager's request. */
export const approveApiKey = call({
  method: 'POST',
  path: '/desk/api-keys/:id/approval',
  repeat: 'replay',
  ...manager,
  params,
  refusals: { ...NOT_FOUND, OWN_REQUEST: 409 },
})

/** Declines another manager's request, with the reason. */
export const declineApiKey = call({
  method: 'POST',
  path: '/desk/api-keys/:id/decline',
  repeat: 'replay',
  ...manager,
  params,
  body: v.object({ reason: Reason }),
  refusals: { ...NOT_FOUND, OWN_REQUEST: 409 },
})

/**
 * Issues a secret, which is shown only now. Earlier secrets of the key work for another day, so that a program can change over
 * without a pause.
 */
export const issueApiSecret = call({
  method: 'POST',
  path: '/desk/api-keys/:id/secret',
  repeat: 'safe',
  ...manager,
  params,
  reply: v.object({ clientId: Id, clientSecret: v.string(), tokenUrl: v.string() }),
  refusals: NOT_FOUND,
})

/** Revokes the key, or withdraws the request. Its tokens are refused from the next request on. */
export const revokeApiKey = call({
  method: 'POST',
  path: '/desk/api-keys/:id/revocation',
  repeat: 'replay',
  ...manager,
  params,
  body: v.object({ reason: Reason }),
  refusals: NOT_FOUND,
})
