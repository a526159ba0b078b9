import type { ActionRole, ActionType, Happened } from '@cuida/core/consultation/status/actions.ts'
import type { CallFailure } from '@cuida/core/consultation/status/closing.ts'
import type { DeskAction } from '@cuida/core/consultation/status/desk-action.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

/** An action with its place in the record. */
export interface StoredAction extends DeskAction {
  id: string
}

interface ActionRow {
  id: string
  type: ActionType
  role: ActionRole
  at: Date
  failedFor: CallFailure | null
  joined: boolean | null
  joinedAt: Date | null
}

/** Everything that happened to a consultation, oldest first. */
export async function actionsOf(sql: Sql, consultationId: string): Promise<StoredAction[]> {
  // Of a phone call that was dialled by hand nobody but who dialled knows.
  const rows = await sql<ActionRow[]>`
    select a.id, a.type, a.role, a.at, a.failed_for as "failedFor",
      case when a.type = 'VIDEO_CALL_STARTED' or p.id is not null then j.call_action_id is not null end as joined, j.at as "joinedAt"
    from consultation_action a
    left join call_joined j on j.call_action_id = a.id
    left join phone_call p on p.call_action_id = a.id
    where a.consultation_id = ${consultationId} order by a.id`
  return rows.map(({ at, role, joined, joinedAt, ...row }) => ({
    ...row,
    createdAt: at.toISOString(),
    user: { role },
    joined: joined ?? undefined,
    joinedAt: joinedAt?.toISOString(),
  }))
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

/** Both sides joined this call: stored once, and kept when its participants are deleted. */
export async function saveJoined(tx: Tx, actionId: string): Promise<void> {
  await tx`insert into call_joined (call_action_id) values (${actionId}) on conflict do nothing`
}
