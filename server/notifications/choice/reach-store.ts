import type { Sql } from '../../kit/db/db.ts'
import { mayWake, type Wakers } from '../../providers/push/port.ts'
import { type ChoiceRow, choiceOf, madeOf, type NotificationSettings } from './notification-store.ts'
import { type Device, devicesOf } from './push-store.ts'

/** How somebody may be told something: as they chose, and on which devices. */
export interface Reach {
  choice: NotificationSettings
  devices: Device[]
}

interface Reaching {
  db: Sql
  providers: Wakers
}

/** One statement: whatever is told asks for both. Devices that this place wakes no more are not counted when choosing channels. */
export async function findReach({ db: sql, providers }: Reaching, accountId: string): Promise<Reach> {
  const [row] = await sql<{ choice: ChoiceRow | null; devices: Device[] }[]>`
    select (select to_json(c) from (${choiceOf(sql, accountId)}) c) as choice,
      (select coalesce(json_agg(d), '[]') from (${devicesOf(sql, accountId)}) d) as devices`
  return { choice: madeOf(row?.choice), devices: (row?.devices ?? []).filter((device) => mayWake(providers, device)) }
}
