import type { CallConnection, CallRole, RelayedSignal } from '@cuida/core/care/call/call-signal.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export type LeaveReason = 'left' | 'lost' | 'unsafe'

/**
 * A signal from one side of a connection to the other: a relayed message, or that the sender joined, reconnected to
 * the same call session, or left.
 */
export type StoredSignal = RelayedSignal | { type: 'came' } | { type: 'back' } | { type: 'went'; reason: LeaveReason }

export interface Signal {
  id: number
  signal: StoredSignal
}

/**
 * Saves a signal of the participant with this socket and notifies the peer's process. Returns the id, which gives the
 * order; undefined when the socket is no longer a participant (replaced, or the call is over). The share lock keeps
 * the participant until the signal is in, so that `clearCall` finds every signal.
 */
export async function insertSignal(tx: Tx, socketId: string, signal: StoredSignal): Promise<number | undefined> {
  const [row] = await tx<{ id: string; consultation_id: string }[]>`
    insert into call_signal (consultation_id, connection, from_role, body)
    select consultation_id, connection, role, ${JSON.stringify(signal)} from call_participant where socket_id = ${socketId} for share
    returning id, consultation_id`
  if (!row) return undefined
  await notifyChanged(tx, [`signal:${row.consultation_id}`])
  return Number(row.id)
}

/** The signals that `from` sent on this connection after id `after`. The ids of one sender rise in sending order. */
export async function signalsSince(
  sql: Sql,
  { consultationId, connection }: { consultationId: string; connection: CallConnection },
  from: CallRole,
  after: number,
): Promise<Signal[]> {
  const rows = await sql<{ id: string; body: string }[]>`
    select id, body from call_signal
    where consultation_id = ${consultationId} and connection = ${connection} and from_role = ${from} and id > ${after} order by id`
  return rows.map(({ id, body }) => ({ id: Number(id), signal: JSON.parse(body) as StoredSignal }))
}
