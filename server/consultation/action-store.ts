import type { ActionDraft, ActionRole, ActionType } from '@cuida/core/consultation/status/actions.ts'
import type { CallFailure } from '@cuida/core/consultation/status/closing.ts'
import type { DeskAction } from '@cuida/core/consultation/status/desk-action.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

/** A recorded action; its id gives the order. */
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

/** All actions of a consultation, oldest first. */
export async function actionsOf(sql: Sql, consultationId: string): Promise<StoredAction[]> {
  // For a phone call dialled by hand only the clinician knows whether both talked.
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

/** Without a member of staff for actions of patients and the system. `failure`: why the call among them failed. */
export async function insertActions(
  tx: Tx,
  consultationId: string,
  staffId: string | null,
  actions: readonly ActionDraft[],
  failure?: CallFailure,
): Promise<void> {
  for (const { type, user } of actions) {
    const by = user.role === 'SYSTEM' || user.role === 'PATIENT' ? null : staffId
    const failedFor = /_CALL_(FAILED|ENDED)$/.test(type) ? (failure ?? null) : null
    await tx`insert into consultation_action (consultation_id, type, role, staff_id, failed_for)
      values (${consultationId}, ${type}, ${user.role}, ${by}, ${failedFor})`
  }
}

/**
 * Records once that both sides joined this call; unlike the participants, this is kept after the call. Returns whether
 * it is the first time.
 */
export async function recordBothJoined(tx: Tx, actionId: string): Promise<boolean> {
  const { count } = await tx`insert into call_joined (call_action_id) values (${actionId}) on conflict do nothing`
  return count > 0
}
