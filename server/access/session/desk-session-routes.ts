import { endMyDeskSession, endMyOtherDeskSessions, myDeskSessions } from '@cuida/core/access/team/staff-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { endOwnSession, endSessionsOf, listOpenSessions } from './session-store.ts'

/** Where a colleague is signed in, as patients have it in `security-routes.ts`. What they end of it is sealed. */
export function deskSessionRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, myDeskSessions, async (_, { db, caller: { staffId, sessionId } }) => ({
    items: await listOpenSessions(db, { staffId }, sessionId, services.config.patientSessionLengthInMins),
  }))

  serve(app, services, endMyDeskSession, async ({ id }, { db, caller: { staffId, sessionId }, refuse }) => {
    if (id === sessionId) refuse('SESSION_NOT_FOUND')
    await db.begin(async (tx) => {
      if (!(await endOwnSession(tx, { staffId }, id))) refuse('SESSION_NOT_FOUND')
      await audit(tx, secrets, { staffId, act: 'end-own-session', detail: { sessionId: id } })
    })
    return null
  })

  serve(app, services, endMyOtherDeskSessions, async (_, { db, caller: { staffId, sessionId } }) => {
    await db.begin(async (tx) => {
      const ended = await endSessionsOf(tx, { staffId }, 'logout', sessionId)
      if (ended > 0) await audit(tx, secrets, { staffId, act: 'end-own-session', detail: { ended } })
    })
    return null
  })
}
