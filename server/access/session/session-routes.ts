import { heartbeat, logout, refreshSession } from '@cuida/core/access/session/session-api.ts'
import { staffHeartbeat, staffLogout, staffRefresh } from '@cuida/core/access/team/staff-api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { endSessions, type HeldSession, secondsLeft, touchSession } from './session-store.ts'
import { rotate } from './sessions.ts'
import { type Door, deliver, forgetCookie, presentedToken } from './token-delivery.ts'

/** What keeps a session going and what ends it: the same at the patients' door and at the desk's. */
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

async function refresh(services: Services, door: Door, context: { request: FastifyRequest; reply: FastifyReply }) {
  const presented = presentedToken(services, door, context.request)
  const isOfDoor = ({ owner }: HeldSession) => 'accountId' in owner === (door === 'patient')
  const session =
    presented && (await rotate(services, presented, (held) => isOfDoor(held) && presented.accept(held.id)))
  if (!session) throw new Unauthorized()
  return deliver(services, door, session, context)
}

async function leave(services: Services, door: Door, sessionId: string, reply: FastifyReply): Promise<null> {
  await services.db.begin((tx) => endSessions(tx, [sessionId], 'logout'))
  forgetCookie(services, door, reply)
  return null
}
