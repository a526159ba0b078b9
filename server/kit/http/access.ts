import type { Access, Call, TokenPurpose } from '@cuida/core/kit/call.ts'
import type { Scope } from '@cuida/core/kit/scope.ts'
import type { Claims, Tokens } from '../crypto/tokens.ts'
import type { Changes } from '../db/changes.ts'
import type { Db, Sql } from '../db/db.ts'
import type { Caller, MachineCaller, SessionCaller } from '../session/caller.ts'
import { rememberSessions } from '../session/known-sessions.ts'
import { watchSessions } from '../session/session-watch.ts'
import { Refusal } from './refusal.ts'

export interface AccessControl {
  /**
   * Resolves a bearer token to a caller, for all calls. Undefined without a valid token and an open session. A valid
   * token of an ended session is 410 for calls that declare SESSION_ENDED, which need to tell the two cases apart.
   */
  callerOf(call: Call, authorization: string | undefined): Promise<Caller | undefined>
  /** Resolves a bearer token from the cache of recent sessions, synchronously; undefined: not in the cache. */
  knownCallerOf(call: Call, authorization: string | undefined): Caller | undefined
  /**
   * For streams and sockets, which outlive their request. Calls `ended` within a second of the session's end; returns
   * a function that stops watching.
   */
  watch(sessionId: string, ended: () => void): () => void
  close(): void
}

/**
 * SQL condition: `session s` is open, that is not ended, not idle and within its maximum length. The end is fixed at
 * the start; only a call in progress may exceed it (docs/decisions/0005).
 */
export const isOpen = (sql: Sql, idleMinutes: number) => sql`(
  s.ended_at is null
  and s.last_seen_at > clock_timestamp() - make_interval(mins => ${idleMinutes})
  and greatest(s.ends_at, s.call_until) > clock_timestamp())`

export function createAccessControl(
  db: Db,
  tokens: Tokens,
  changes: Changes,
  idleMinutes: () => number,
): AccessControl {
  const sessions = rememberSessions(changes, (ids) => findCallers(db, ids, idleMinutes()))
  const watch = watchSessions(changes, (ids) => findOpenFor(db, ids, idleMinutes()))

  async function sessionCaller(sessionId: string): Promise<SessionCaller | undefined> {
    return sessions.find(sessionId) ?? (await sessions.load(sessionId))
  }

  return {
    async callerOf(call, authorization) {
      const token = bearerOf(authorization)
      if (!token) return undefined
      const claims = await tokens.read(token)
      if (!claims || !purposesOf(call.access).includes(claims.purpose)) return undefined
      if (claims.purpose === 'machine') return findMachine(db, claims)
      if (claims.purpose !== 'access' && claims.purpose !== 'staff') return { kind: 'token', claims }
      const caller = claims.sessionId ? await sessionCaller(claims.sessionId) : undefined
      if (!caller && call.refusals && 'SESSION_ENDED' in call.refusals) throw new Refusal('SESSION_ENDED', 410)
      return caller?.kind === KIND[claims.purpose] ? caller : undefined
    },
    knownCallerOf(call, authorization) {
      const token = bearerOf(authorization)
      const claims = token ? tokens.known(token) : undefined
      if (!claims?.sessionId || !purposesOf(call.access).includes(claims.purpose)) return undefined
      if (claims.purpose !== 'access' && claims.purpose !== 'staff') return undefined
      const caller = sessions.find(claims.sessionId)
      return caller?.kind === KIND[claims.purpose] ? caller : undefined
    },
    watch: watch.watch,
    close() {
      sessions.close()
      watch.close()
    },
  }
}

async function findCallers(db: Db, ids: string[], idleMinutes: number): Promise<SessionCaller[]> {
  const rows = await db`
    select s.id, s.account_id, s.staff_id, t.role, t.clinician_id
    from session s
    left join account a on a.id = s.account_id
    left join staff t on t.id = s.staff_id
    where s.id = any(${ids}::uuid[]) and ${isOpen(db, idleMinutes)}
      and coalesce(a.status, t.status) = 'active' and t.link_due_since is null`
  return rows.map(({ id: sessionId, account_id: accountId, staff_id: staffId, role, clinician_id: clinicianId }) =>
    accountId ? { kind: 'patient', accountId, sessionId } : { kind: 'staff', staffId, sessionId, role, clinicianId },
  )
}

/** A revoked or expired key ends its tokens at the next request. */
async function findMachine(db: Db, { subject, scopes: granted }: Claims): Promise<MachineCaller | undefined> {
  const [key] = await db<{ scopes: Scope[] }[]>`
    select scopes from api_key
    where id = ${subject} and is_approved and ended_at is null and expires_at > clock_timestamp()`
  return key && { kind: 'machine', keyId: subject, scopes: granted.filter((scope) => key.scopes.includes(scope)) }
}

/** The open ones of these sessions, with the milliseconds until each expires. */
async function findOpenFor(db: Db, ids: string[], idleMinutes: number): Promise<Map<string, number>> {
  const callers = await findCallers(db, ids, idleMinutes)
  const open = callers.map(({ sessionId }) => sessionId)
  const rows = await db<{ id: string; left: number }[]>`
    select s.id, 1000 * extract(epoch from least(
      s.last_seen_at + make_interval(mins => ${idleMinutes}),
      greatest(s.ends_at, s.call_until)) - clock_timestamp())::float as left
    from session s where s.id = any(${open}::uuid[])`
  return new Map(rows.map(({ id, left }) => [id, left]))
}

const KIND = { access: 'patient', staff: 'staff' } as const

const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined

/** Purposes of the bearer tokens that a call accepts. Opaque tokens (refresh, cart) are not among them. */
export function purposesOf(access: Access): readonly TokenPurpose[] {
  if (access === 'access' || access === 'guest') return SESSION
  if (access === 'public' || access === 'refresh') return []
  return typeof access === 'string' ? [access] : access
}
const SESSION: readonly TokenPurpose[] = ['access']

export const needsCaller = (access: Access): boolean =>
  access !== 'public' && access !== 'guest' && access !== 'refresh'

/** Whether the caller has the role that the call requires, or a program's key the scope. */
export const hasRole = ({ role, scope }: Call, caller: Caller | undefined): boolean =>
  caller?.kind === 'machine'
    ? scope !== undefined && caller.scopes.includes(scope)
    : role === undefined || (caller?.kind === 'staff' && caller.role.includes(role))
