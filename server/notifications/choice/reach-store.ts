import type { Sql } from '../../kit/db/db.ts'
import { canPush, type PushSenders } from '../../providers/push/port.ts'
import { type ChoiceRow, choiceOf, type NotificationSettings, notificationSettingsOf } from './notification-store.ts'
import { type Device, devicesOf } from './push-store.ts'

/** How an account can be notified: its settings and its devices. */
export interface NotificationReach {
  choice: NotificationSettings
  devices: Device[]
}

interface Reaching {
  db: Sql
  providers: PushSenders
}

/**
 * One query, because every notification needs both. Devices of push services that this deployment does not use are
 * left out.
 */
export async function findReach({ db: sql, providers }: Reaching, accountId: string): Promise<NotificationReach> {
  const [row] = await sql<{ choice: ChoiceRow | null; devices: Device[] }[]>`
    select (select to_json(c) from (${choiceOf(sql, accountId)}) c) as choice,
      (select coalesce(json_agg(d), '[]') from (${devicesOf(sql, accountId)}) d) as devices`
  return {
    choice: notificationSettingsOf(row?.choice),
    devices: (row?.devices ?? []).filter((device) => canPush(providers, device)),
  }
}
