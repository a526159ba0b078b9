import type { CallLeg, CallRole, RelayedSignal } from '@cuida/core/care/call/call-signal.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export type Goodbye = 'left' | 'lost' | 'unsafe'

/** What one side tells the other: what it relays, and that it came, came back to the same pairing, or went. */
export type StoredSignal = RelayedSignal | { type: 'came' } | { type: 'back' } | { type: 'went'; reason: Goodbye }

export interface Signal {
  id: number
  says: StoredSignal
}

/**
 * Saves what the seat with this socket says and wakes the process where the other side is; answers its place in the
 * order. undefined: the socket has no seat any more (replaced, or the call is over), and nobody hears it. The share
 * lock keeps the seat until the signal is in, so that `clearCall` finds every signal.
 */
export async function insertSignal(tx: Tx, socketId: string, says: StoredSignal): Promise<number | undefined> {
  const [row] = await tx<{ id: string; consultation_id: string }[]>`
    insert into call_signal (consultation_id, leg, from_role, body)
    select consultation_id, leg, role, ${JSON.stringify(says)} from call_seat where socket_id = ${socketId} for share
    returning id, consultation_id`
  if (!row) return undefined
  await notifyChanged(tx, [`signal:${row.consultation_id}`])
  return Number(row.id)
}

/** What `from` has said on this leg since. One sender's signals have rising ids in the order in which they were said. */
export async function signalsSince(
  sql: Sql,
  { consultationId, leg }: { consultationId: string; leg: CallLeg },
  from: CallRole,
  after: number,
): Promise<Signal[]> {
  const rows = await sql<{ id: string; body: string }[]>`
    select id, body from call_signal
    where consultation_id = ${consultationId} and leg = ${leg} and from_role = ${from} and id > ${after} order by id`
  return rows.map(({ id, body }) => ({ id: Number(id), says: JSON.parse(body) as StoredSignal }))
}
