import type { Db, Sql, Tx } from '../db/db.ts'
import { LOCK_RETRY, withLockRetry } from './run.ts'

/** Tables of patients in which every patient's statement sees every row, each with the reason. */
const SHARED: Readonly<Record<string, string>> = {
  slot_hold: 'which slots are taken: free slots are computed from it',
  webinar_seat: 'which seats are taken',
  referral: 'which accounts came by whose code: ids alone, and the discounts of both sides depend on it',
  referrer: 'whose code an account used: its discount depends on the campaign of the code',
}

interface ForeignKey {
  table: string
  column: string
  parent: string
  parentColumn: string
  isOptional: boolean
}

interface Limit {
  condition: string
  /**
   * Whether the condition also limits which rows may be written. Not for a row that is inserted by the same statement as
   * the row that it belongs to, which the condition does not see yet.
   */
  isDirect: boolean
}

/**
 * By table, the condition under which a patient's statement sees a row: the row, or the row that it belongs to, is of
 * the account or of a patient of its family. Derived from the foreign keys, so that it covers a new table as well.
 */
function conditionsOf(keys: readonly ForeignKey[]): Map<string, Limit> {
  const conditions = new Map<string, Limit>([
    ['patient', { condition: `account_id = ${ACCOUNT} or holder_id = any(${FAMILY})`, isDirect: true }],
  ])
  const tables = new Set(keys.map(({ table }) => table).filter((table) => !SHARED[table]))
  const keysOf = (table: string) => keys.filter((key) => key.table === table)
  for (const table of tables) {
    const own = keysOf(table).filter(({ parent }) => parent === 'patient' || parent === 'account')
    if (own.length === 0 || conditions.has(table)) continue
    const matches = own.map(({ column, parent }) =>
      parent === 'account' ? `${column} = ${ACCOUNT}` : `${column} = any(${FAMILY})`,
    )
    const ofNobody = own.every(({ isOptional }) => isOptional)
      ? [own.map(({ column }) => `${column} is null`).join(' and ')]
      : []
    const condition = [...matches, ...ofNobody].map((one) => `(${one})`).join(' or ')
    conditions.set(table, { condition, isDirect: true })
  }
  const isDirect = (table: string) => conditions.get(table)?.isDirect ?? false
  for (let found = true; found; ) {
    found = false
    for (const table of tables) {
      if (conditions.has(table) || !keysOf(table).some(({ parent }) => conditions.has(parent))) continue
      found = true
      conditions.set(table, { condition: '', isDirect: false })
    }
  }
  for (const [table, limit] of conditions) {
    if (limit.isDirect) continue
    const own = keysOf(table).filter(({ parent }) => conditions.has(parent))
    const required = own.filter(({ isOptional }) => !isOptional)
    const nearest = required.find(({ parent }) => isDirect(parent)) ?? required[0]
    // A row that names one of several parents, such as a refund of an order or of a subscription, is seen with it.
    const matches = (nearest ? [nearest] : own).map(
      ({ column, parent, parentColumn }) =>
        `exists (select from ${parent} parent where parent.${parentColumn} = ${table}.${column})`,
    )
    limit.condition = matches.join(' or ')
  }
  return conditions
}
/** Subqueries are evaluated once per statement, not once per row. */
const ACCOUNT = `(select nullif(current_setting('cuida.account', true), '')::uuid)`
const FAMILY = '(select family_of_account())::uuid[]'

/**
 * Limits what the role of patients' statements sees, and lets the application's own role see everything. Changes only
 * the tables whose condition is not the one that was set last, each in its own transaction: a policy locks its table.
 */
export async function limitPatients(owner: Db, { user, role }: { user: string; role: string }): Promise<void> {
  const conditions = conditionsOf(await findForeignKeys(owner))
  const existing = await owner<{ table: string; comment: string }[]>`
    select c.relname as table, obj_description(p.oid, 'pg_policy') as comment
    from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = ${FAMILY_ONLY}`
  const comments = new Map(existing.map(({ table, comment }) => [table, comment]))
  for (const [name, { condition, isDirect }] of conditions) {
    const comment = isDirect ? condition : `reads: ${condition}`
    if (comments.get(name) === comment) continue
    await withLockRetry(owner, 'a policy of row-level security', LOCK_RETRY, async (tx) => {
      const table = tx(name)
      const using = tx.unsafe(condition)
      await drop(tx, name)
      await tx`alter table ${table} enable row level security`
      await tx`create policy ${tx(EVERYTHING)} on ${table} to ${tx(user)} using (true)`
      await tx`create policy ${tx(FAMILY_ONLY)} on ${table} to ${tx(role)}
        using (${using}) with check (${isDirect ? using : tx`true`})`
      await tx`comment on policy ${tx(FAMILY_ONLY)} on ${table} is ${tx.unsafe(`'${comment.replaceAll("'", "''")}'`)}`
    })
  }
  for (const name of comments.keys())
    if (!conditions.has(name))
      await withLockRetry(owner, 'a policy of row-level security', LOCK_RETRY, (tx) => drop(tx, name))
}
const EVERYTHING = 'everything'
const FAMILY_ONLY = 'family_only'

async function drop(tx: Tx, name: string): Promise<void> {
  const table = tx(name)
  await tx`drop policy if exists ${tx(EVERYTHING)} on ${table}`
  await tx`drop policy if exists ${tx(FAMILY_ONLY)} on ${table}`
  await tx`alter table ${table} disable row level security`
}

/** The foreign keys of one column; a key of several columns always accompanies one of them. */
const findForeignKeys = (owner: Sql): Promise<ForeignKey[]> =>
  owner<ForeignKey[]>`
    select c.relname as table, a.attname as column, p.relname as parent, pa.attname as "parentColumn", not a.attnotnull as "isOptional"
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class p on p.oid = k.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = k.confkey[1]
    where k.contype = 'f' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
    order by k.conname`
