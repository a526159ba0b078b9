import {
  approveApiKey,
  declineApiKey,
  issueApiSecret,
  listApiKeys,
  requestApiKey,
  revokeApiKey,
} from '@cuida/core/access/api-key/api-key-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { hashOf, randomKey } from '../../kit/crypto/secrets.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { lockActiveStaff } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { endKey, findApiKeys, insertApiKey, insertSecret, lockWaitingKey, saveDecision } from './api-key-store.ts'

/** How long an earlier secret works beside the new one. */
const OVERLAP_HOURS = 24

/** API keys of partners' programs, for clinical managers (docs/decisions/0199). */
export function apiKeyRoutes(app: FastifyInstance, services: Services): void {
  const { secrets, env } = services
  serve(app, services, listApiKeys, async (_, { db, caller: { staffId } }) => ({
    items: await findApiKeys(db, staffId),
  }))

  serve(app, services, requestApiKey, async ({ name, scopes, days }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      const id = (await insertApiKey(tx, { name, scopes, days, staffId })) ?? refuse('TOO_MANY_API_KEYS')
      await audit(tx, secrets, { staffId, act: 'request-api-key', subject: subjectOf(id), detail: { scopes, days } })
      return { id }
    }),
  )

  serve(app, services, approveApiKey, async ({ id }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const requestedBy = await hold(tx, id, staffId, refuse)
      await saveDecision(tx, id, { staffId, isApproved: true })
      await audit(tx, secrets, { staffId, act: 'approve-api-key', subject: subjectOf(id), detail: { requestedBy } })
    })
    return null
  })

  serve(app, services, declineApiKey, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const requestedBy = await hold(tx, id, staffId, refuse)
      await saveDecision(tx, id, { staffId, isApproved: false })
      const subject = subjectOf(id)
      await audit(tx, secrets, { staffId, act: 'decline-api-key', subject, reason, detail: { requestedBy } })
    })
    return null
  })

  serve(app, services, issueApiSecret, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const clientSecret = randomKey(256)
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await insertSecret(tx, id, hashOf(clientSecret), OVERLAP_HOURS))) refuse('API_KEY_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'issue-api-secret', subject: subjectOf(id) })
    })
    return { clientId: id, clientSecret, tokenUrl: new URL('/v1/oauth/token', env.PUBLIC_URL).href }
  })

  serve(app, services, revokeApiKey, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      await lockActiveStaff(tx, staffId)
      if (!(await endKey(tx, id, staffId))) refuse('API_KEY_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'revoke-api-key', subject: subjectOf(id), reason })
    })
    return null
  })
}

const subjectOf = (id: string) => ({ kind: 'api-key', id }) as const

/** Nobody decides about their own request. */
async function hold(
  tx: Tx,
  id: string,
  staffId: string,
  refuse: (code: 'API_KEY_NOT_FOUND' | 'OWN_REQUEST') => never,
): Promise<string> {
  await lockActiveStaff(tx, staffId)
  const { requestedBy } = (await lockWaitingKey(tx, id)) ?? refuse('API_KEY_NOT_FOUND')
  return requestedBy === staffId ? refuse('OWN_REQUEST') : requestedBy
}
