import { heartbeat, logout, refreshSession } from '@cuida/core/access/session/session-api.ts'
import {
  endMyDeskSession,
  endMyOtherDeskSessions,
  myDeskSessions,
  staffHeartbeat,
  staffLogout,
  staffRefresh,
} from '@cuida/core/access/team/staff-api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import {
  endOwnSession,
  endSessions,
  endSessionsOf,
  type HeldSession,
  listOpenSessions,
  secondsLeft,
  touchSession,
} from './session-store.ts'
import { rotate } from './sessions.ts'
import { deliver, forgetCookie, presentedToken, type SessionAudience } from './token-delivery.ts'

export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  serve(app, services, refreshSession, (_, context) => refresh(services, 'patient', context))
  serve(app, services, staffRefresh, (_, context) => refresh(services, 'desk', context))

  serve(app, services, logout, (_, { caller, reply }) => leave(services, 'patient', caller.sessionId, reply))
  serve(app, services, staffLogout, (_, { caller, reply }) => leave(services, 'desk', caller.sessionId, reply))

  const isThere = (sessionId: string) => touchSession(db, sessionId, services.config.patientSessionLengthInMins)
  serve(app, services, heartbeat, async (_, { caller, refuse }) =>
    (await isThere(caller.sessionId)) ? null : refuse('SESSION_ENDED'),
  )
  serve(app, services, staffHeartbeat, async (_, { caller: { sessionId }, refuse }) =>
    (await isThere(sessionId)) ? { endsInSeconds: await secondsLeft(db, sessionId) } : refuse('SESSION_ENDED'),
  )
}

async function refresh(
  services: Services,
  audience: SessionAudience,
  context: { request: FastifyRequest; reply: FastifyReply },
) {
  const presented = presentedToken(services, audience, context.request)
  const isOfAudience = ({ owner }: HeldSession) => 'accountId' in owner === (audience === 'patient')
  const session =
    presented && (await rotate(services, presented, (held) => isOfAudience(held) && presented.accept(held.id)))
  if (!session) throw new Unauthorized()
  return deliver(services, audience, session, context)
}

async function leave(
  services: Services,
  audience: SessionAudience,
  sessionId: string,
  reply: FastifyReply,
): Promise<null> {
  await services.db.begin((tx) => endSessions(tx, [sessionId], 'logout'))
  forgetCookie(services, audience, reply)
  return null
}

/** The session list of staff, as `security-routes.ts` has it for patients. Ending a session writes an audit row. */
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
