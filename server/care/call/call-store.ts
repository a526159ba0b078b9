import { createHash } from 'node:crypto'
import type { CallConnection, CallRole } from '@cuida/core/care/call/call-signal.ts'
import type { PhoneCallState } from '@cuida/core/care/phone/phone-call.ts'
import { type CallState, callOf } from '@cuida/core/consultation/status/status.ts'
import type { StoredAction } from '../../consultation/action-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { isOpen } from '../../kit/http/access.ts'
import { phoneCallOf } from '../phone/phone-store.ts'
import { insertSignal, type LeaveReason } from './signal-store.ts'

/** The call that is on, identified by its STARTED action. Only its participants are stored beside it. */
export interface RunningCall {
  actionId: string
  medium: 'video' | 'phone'
}

export function findRunningCall(actions: readonly StoredAction[]): RunningCall | undefined {
  const { medium } = callOf(actions)
  const started = medium && actions.findLast(({ type }) => type.endsWith('_CALL_STARTED'))
  return started && { actionId: started.id, medium }
}

/** The public id of the call; a hash, so that it does not reveal how many calls there are. */
export function callIdOf(actionId: string): string {
  const hex = createHash('sha256').update(`call ${actionId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export interface CurrentCall {
  state: CallState
  medium: 'video' | 'phone' | undefined
  videoCallId: string | null
  declined: boolean
}

/**
 * The state of the call as a reader of the consultation sees it: the actions say that it is on, the participant says
 * whether the patient joined.
 */
export async function findCurrentCall(
  sql: Sql,
  consultationId: string,
  actions: readonly StoredAction[],
): Promise<CurrentCall> {
  const call = findRunningCall(actions)
  if (!call) return { state: 'none', medium: undefined, videoCallId: null, declined: false }
  if (call.medium === 'phone') return phoneNow(await phoneCallOf(sql, call.actionId))
  const participant = await findPatientParticipant(sql, consultationId, call.actionId)
  return {
    state: participant?.joined ? 'ongoing' : 'ringing',
    medium: call.medium,
    videoCallId: callIdOf(call.actionId),
    declined: participant?.declined ?? false,
  }
}

/**
 * A call that the clinician dials by hand only ever counts as ringing; for one over the partner's line we know which
 * phone rings.
 */
function phoneNow(phone: { state: PhoneCallState } | undefined): CurrentCall {
  const state = !phone || phone.state === 'patient' ? 'ringing' : phone.state === 'talking' ? 'ongoing' : 'none'
  return { state, medium: 'phone', videoCallId: null, declined: false }
}

/** undefined: the patient neither joined nor declined this call. */
export async function findPatientParticipant(
  sql: Sql,
  consultationId: string,
  actionId: string,
): Promise<{ joined: boolean; declined: boolean } | undefined> {
  const [participant] = await sql<{ joined: boolean; declined: boolean }[]>`
    select joined_at is not null as joined, declined_at is not null as declined from call_participant
    where consultation_id = ${consultationId} and connection = 'main' and role = 'patient' and call_action_id = ${actionId}`
  return participant
}

/** Marks the call declined by the patient, unless the patient has already joined it. */
export async function markDeclined(tx: Tx, consultationId: string, actionId: string): Promise<void> {
  await tx`
    insert into call_participant (consultation_id, role, call_action_id, declined_at)
    values (${consultationId}, 'patient', ${actionId}, clock_timestamp())
    on conflict (consultation_id, connection, role) do update
    set call_action_id = excluded.call_action_id, declined_at = excluded.declined_at, joined_at = null
    where call_participant.call_action_id <> excluded.call_action_id or call_participant.joined_at is null`
}

export interface ParticipantKey {
  consultationId: string
  role: CallRole
  connection: CallConnection
  actionId: string
}

/**
 * The newest socket of a role becomes its participant: a reloaded page replaces the previous one. Returns the id of
 * its `came` signal, which names the call session.
 */
export async function saveParticipant(
  tx: Tx,
  { consultationId, role, connection, actionId }: ParticipantKey,
  socketId: string,
): Promise<number> {
  await tx`
    insert into call_participant (consultation_id, role, connection, call_action_id, socket_id, joined_at)
    values (${consultationId}, ${role}, ${connection}, ${actionId}, ${socketId}, clock_timestamp())
    on conflict (consultation_id, connection, role) do update
    set call_action_id = excluded.call_action_id, socket_id = excluded.socket_id, joined_at = excluded.joined_at,
      seen_at = clock_timestamp(), declined_at = null`
  const cameAs = (await insertSignal(tx, socketId, { type: 'came' })) ?? 0
  await tx`update call_participant set came_as = ${cameAs} where socket_id = ${socketId}`
  return cameAs
}

/** Gives the participant a new socket; the call session stays. */
export async function reconnectParticipant(
  tx: Tx,
  { consultationId, role, connection }: ParticipantKey,
  socketId: string,
): Promise<void> {
  await tx`update call_participant set socket_id = ${socketId}, seen_at = clock_timestamp()
    where consultation_id = ${consultationId} and connection = ${connection} and role = ${role}`
  await insertSignal(tx, socketId, { type: 'back' })
}

/** Disconnects the participant and signals it, unless another socket replaced it or the call is over. */
export async function disconnectParticipant(tx: Tx, socketId: string, reason: LeaveReason): Promise<void> {
  if ((await insertSignal(tx, socketId, { type: 'went', reason })) === undefined) return
  await tx`update call_participant set socket_id = null where socket_id = ${socketId}`
}

export interface StoredParticipant {
  role: CallRole
  /** null: left, or never joined. */
  socketId: string | null
  cameAs: number
  /** A process that crashed cannot report that its sockets are gone, so they count as alive for 30 seconds. */
  alive: boolean
  declined: boolean
}

/** The participants of one peer connection. */
export async function findParticipants(
  sql: Sql,
  { consultationId, actionId, connection }: Omit<ParticipantKey, 'role'>,
): Promise<StoredParticipant[]> {
  const rows = await sql`
    select role, socket_id, came_as, declined_at is not null as declined,
      socket_id is not null and seen_at > clock_timestamp() - interval '30 seconds' as alive
    from call_participant where consultation_id = ${consultationId} and call_action_id = ${actionId} and connection = ${connection}`
  return rows.map((row) => ({
    role: row.role,
    socketId: row.socket_id,
    cameAs: Number(row.came_as),
    alive: row.alive,
    declined: row.declined,
  }))
}

/** Time within which a lost socket reconnects. */
const COMING_BACK_SECONDS = 60

/**
 * Heartbeat of these sockets. A person in a call does not become idle without input. A staff session that reaches its
 * maximum age during a call stays until the call ends, for an hour at most (docs/decisions/0005).
 */
export async function touchParticipants(
  sql: Sql,
  participants: readonly { socketId: string; sessionId: string | null }[],
  idleMinutes: number,
): Promise<void> {
  if (participants.length === 0) return
  const sockets = participants.map(({ socketId }) => socketId)
  const sessions = participants.flatMap(({ sessionId }) => sessionId ?? [])
  await sql`update call_participant set seen_at = clock_timestamp() where socket_id = any(${sockets}::uuid[])`
  if (sessions.length === 0) return
  await sql`update session s set last_seen_at = clock_timestamp(),
      call_until = case when s.staff_id is not null then least(s.created_at + interval '13 hours',
        clock_timestamp() + make_interval(secs => ${COMING_BACK_SECONDS})) end
    where s.id = any(${sessions}::uuid[]) and ${isOpen(sql, idleMinutes)}`
}
