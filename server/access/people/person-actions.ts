import {
  type blockPerson,
  endPersonSessions,
  type PersonKind,
  type unblockPerson,
} from '@cuida/core/access/people/people-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { type Handler, serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { isSessionOf, openSessionsOf } from '../session/history-store.ts'
import { forgetDevices } from '../session/known-device-store.ts'
import { endSessions } from '../session/session-store.ts'
import { lockPeople, setStatus } from './people-store.ts'

interface Target {
  kind: PersonKind
  id: string
}

/**
 * Locks the manager and the target. Throws `NOT_YOURSELF` for a manager who acts on themselves, and 401 for a manager
 * who was blocked meanwhile.
 */
export async function lockTarget(
  tx: Tx,
  staffId: string,
  target: Target,
  refuse: (code: 'PERSON_NOT_FOUND' | 'NOT_YOURSELF') => never,
) {
  if (target.id === staffId) refuse('NOT_YOURSELF')
  const locked = (await lockPeople(tx, staffId, target)) ?? refuse('PERSON_NOT_FOUND')
  if (!locked.managerIsActive) throw new Unauthorized()
  return locked
}

/**
 * Ends every session in the same transaction; a concurrent sign-in waits for the lock and then finds the person
 * blocked.
 */
export function blockHandler({ secrets }: Services): Handler<typeof blockPerson> {
  return async ({ kind, id, reason }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const { status } = await lockTarget(tx, staffId, { kind, id }, refuse)
      if (status !== 'active') refuse('CHANGED_MEANWHILE')
      const { ended } = await endAllSessions(tx, { kind, id }, 'blocked')
      await setStatus(tx, kind, id, 'blocked')
      await audit(tx, secrets, { staffId, act: 'block', subject: { kind, id }, reason, detail: { ended } })
    })
    return null
  }
}

export function unblockHandler({ secrets }: Services): Handler<typeof unblockPerson> {
  return async ({ kind, id, reason }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const { status } = await lockTarget(tx, staffId, { kind, id }, refuse)
      if (status !== 'blocked') refuse('CHANGED_MEANWHILE')
      // A staff sign-in that ran at the same time as the block may have left a session open.
      await endAllSessions(tx, { kind, id }, 'blocked')
      await setStatus(tx, kind, id, 'active')
      await audit(tx, secrets, { staffId, act: 'unblock', subject: { kind, id }, reason })
    })
    return null
  }
}

export function endingRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, endPersonSessions, async ({ kind, id, reason, sessionId }, { db, caller, refuse }) => {
    const { staffId } = caller
    return db.begin(async (tx) => {
      await lockTarget(tx, staffId, { kind, id }, refuse)
      if (sessionId && !(await isSessionOf(tx, kind, id, sessionId))) refuse('SESSION_NOT_FOUND')
      const { ended, forgotten } = await endAllSessions(tx, { kind, id }, 'staff', sessionId)
      // A repetition finds nothing to end, and no manager has acted twice.
      if (ended + forgotten === 0) return { ended }
      const act = sessionId ? 'end-session' : 'end-sessions'
      const detail = { ended, ...(sessionId ? { sessionId } : {}) }
      await audit(tx, services.secrets, { staffId, act, subject: { kind, id }, reason, detail })
      return { ended }
    })
  })
}

/** Ends all sessions and forgets the known devices, or ends one session alone. Returns how many there were of each. */
export async function endAllSessions(
  tx: Tx,
  { kind, id }: Target,
  reason: 'blocked' | 'staff' | 'password',
  only?: string,
): Promise<{ ended: number; forgotten: number }> {
  const open = (await openSessionsOf(tx, kind, id)).filter((one) => only === undefined || one === only)
  if (open.length > 0) await endSessions(tx, open, reason)
  const forgotten = only === undefined ? await forgetDevices(tx, id) : 0
  return { ended: open.length, forgotten }
}
