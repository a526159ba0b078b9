import type { ActionRole, ActionType, Happened } from '@cuida/core/consultation/actions.ts'
import type { CallFailure } from '@cuida/core/consultation/closing.ts'
import type { DeskAction } from '@cuida/core/consultation/desk-action.ts'
import type { Sql, Tx } from '../kit/db.ts'

/** An action with its place in the record. */
export interface StoredAction extends DeskAction {
  id: string
}

/** Everything that happened to a consultation, oldest first. */
export async function actionsOf(sql: Sql, consultationId: string): Promise<StoredAction[]> {
  const rows = await sql<{ id: string; type: ActionType; role: ActionRole; at: Date; failedFor: CallFailure | null }[]>`
    select id, type, role, at, failed_for as "failedFor" from consultation_action
    where consultation_id = ${consultationId} order by id`
  return rows.map(({ at, role, ...row }) => ({ ...row, createdAt: at.toISOString(), user: { role } }))
}

/** What patients and the system do has no staff member behind it. `failure`: why the call among them came to nothing. */
export async function insertActions(
  tx: Tx,
  consultationId: string,
  staffId: string | null,
  actions: readonly Happened[],
  failure?: CallFailure,
): Promise<void> {
  for (const { type, user } of actions) {
    const by = user.role === 'SYSTEM' || user.role === 'PATIENT' ? null : staffId
    const failedFor = /_CALL_(FAILED|ENDED)$/.test(type) ? (failure ?? null) : null
    await tx`insert into consultation_action (consultation_id, type, role, staff_id, failed_for)
      values (${consultationId}, ${type}, ${user.role}, ${by}, ${failedFor})`
  }
}
