import type { Sql } from '../kit/db.ts'
import { type ChoiceRow, choiceOf, madeOf, type NewsChoice } from './notification-store.ts'
import { type Device, devicesOf } from './push-store.ts'

/** How somebody may be told something: as they chose, and on which devices. */
export interface Reach {
  choice: NewsChoice
  devices: Device[]
}

/** One statement: whatever is told asks for both. */
export async function findReach(sql: Sql, accountId: string): Promise<Reach> {
  const [row] = await sql<{ choice: ChoiceRow | null; devices: Device[] }[]>`
    select (select to_json(c) from (${choiceOf(sql, accountId)}) c) as choice,
      (select coalesce(json_agg(d), '[]') from (${devicesOf(sql, accountId)}) d) as devices`
  return { choice: madeOf(row?.choice), devices: row?.devices ?? [] }
}
