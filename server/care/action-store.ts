import type { Action, ActionRole, ActionType, Happened } from '@cuida/core/care/actions.ts'
import type { Sql, Tx } from '../kit/db.ts'

/** An action with its place in the record. */
export interface StoredAction extends Action {
  id: string
}

/** Everything that happened to a consultation, oldest first. */
export async function actionsOf(sql: Sql, consultationId: string): Promise<StoredAction[]> {
  const rows = await sql<{ id: string; type: ActionType; role: ActionRole; at: Date }[]>`
    select id, type, role, at from consultation_action where consultation_id = ${consultationId} order by id`
  return rows.map(({ id, type, role, at }) => ({ id, type, createdAt: at.toISOString(), user: { role } }))
}

/** What patients and the system do has no staff member behind it. */
export async function insertActions(
  tx: Tx,
  consultationId: string,
  staffId: string | null,
  actions: readonly Happened[],
): Promise<void> {
  for (const { type, user } of actions)
    await tx`insert into consultation_action (consultation_id, type, role, staff_id)
      values (${consultationId}, ${type}, ${user.role}, ${user.role === 'SYSTEM' || user.role === 'PATIENT' ? null : staffId})`
}
