import type { Db, Sql } from '../kit/db/db.ts'

interface Column {
  name: string
  type: string
  /** An identity, or the number of a row that has one. */
  isNumbered: boolean
  /** A generated column. */
  isDerived: boolean
  /** Names a row of the clinic, which is not copied. */
  isOfClinic: boolean
  /** The last column of a unique index that nothing else keeps apart. */
  mustDiffer: boolean
}

/** Not copied: keys, the audit log with its chain, and what is named by its content. */
const ONCE = ['audit', 'audit_head', 'data_key', 'consent_text', 'migration']
const ANYBODY = '(select id from staff limit 1)'

/**
 * Copies every row that belongs to patients `times` times. The rows of a copy refer to each other as the present ones
 * do: other patients, orders and consultations, of the same clinicians and staff. Copy `n` is `3 n` hours older,
 * and its consultations are over.
 */
export async function multiplyClinic(owner: Db, times: number): Promise<void> {
  const clinic = await findClinicTables(owner)
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${[...clinic, ...ONCE]}) order by 1`
  await owner.begin(async (tx) => {
    // Triggers and foreign keys are off: the copies are consistent by construction.
    await tx`set local session_replication_role = replica`
    await tx`set local statement_timeout = 0`
    for (const { name } of tables) await copyTable(tx, name, clinic, times)
    await tx`analyze`
  })
}

/** Staff and clinicians, and the tables that refer to these alone. */
async function findClinicTables(owner: Db): Promise<string[]> {
  const references = await owner<{ name: string; targets: string[] }[]>`
    select conrelid::regclass::text as name, array_agg(confrelid::regclass::text) as targets from pg_constraint
    where contype = 'f' group by 1`
  const found = new Set(['staff', 'clinician'])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { name, targets } of references) if (targets.every((target) => found.has(target))) found.add(name)
  }
  return [...found]
}

async function copyTable(sql: Sql, table: string, clinic: string[], times: number): Promise<void> {
  const columns = (await findColumns(sql, table, clinic)).filter(({ isDerived }) => !isDerived)
  // Of a person or of a member of staff.
  const isOfEither = ['account_id', 'staff_id'].every((name) => columns.some((column) => column.name === name))
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map((column) => SETTLED[table]?.[column.name] ?? copiedValue(column)).join(', ')
  await sql.unsafe(
    `insert into "${table}" (${names}) overriding system value
     select ${values} from (select * from "${table}") t, generate_series(1, ${times}) n
     ${isOfEither ? 'where t.staff_id is null' : ''} on conflict do nothing`,
  )
}

/** The copies are settled: what is open in a clinic does not grow with its years. */
const SETTLED: Record<string, Record<string, string>> = {
  consultation: { status: `'CLOSED'`, held_by: 'null' },
  care_order: { status: `case t.status when 'PENDING' then 'ACTIVE' else t.status end`, challenge_url: 'null' },
  payment_attempt: { state: `case t.state when 'pending' then 'succeeded' else t.state end`, pix_code: 'null' },
  subscription: { status: `'CANCELED'` },
  dispute: { state: `'won'`, decided_at: `now() - n * interval '3 hours'` },
  refund_request: { state: `'expired'`, ended_at: `now() - n * interval '3 hours'` },
  refund: { state: `'done'`, settled_at: `now() - n * interval '3 hours'` },
  question: { answer: `'Rest'`, answered_at: `now() - n * interval '3 hours'`, answered_by: ANYBODY },
  edit_request: {
    state: `'declined'`,
    answer: `'It is recorded already'`,
    answered_at: `now() - n * interval '3 hours'`,
    answered_by: ANYBODY,
  },
  break_glass: {
    verdict: `'justified'`,
    review: `'It was an emergency'`,
    reviewed_at: `now() - n * interval '3 hours'`,
    reviewed_by: '(select id from staff where id <> t.staff_id limit 1)',
  },
}

function copiedValue({ name, type, isNumbered, isOfClinic, mustDiffer }: Column): string {
  const own = `t."${name}"`
  const age = `n * interval '3 hours'`
  if (isOfClinic) return own
  if (type === 'uuid') return `md5(n || ${own}::text)::uuid`
  if (isNumbered) return `${own} + n::bigint * 1000000`
  if (type === 'timestamptz') return `${own} - ${age}`
  if (type === 'tstzrange') return `tstzrange(lower(${own}) - ${age}, upper(${own}) - ${age})`
  if (!mustDiffer || type === 'bool') return own
  if (type === 'bytea') return `sha256(${own} || n::text::bytea)`
  if (type !== 'text') return `${own} + n`
  const number = `(regexp_replace(${own}, '\\D', '', 'g')::bigint + n)::text`
  return `case when ${own} ~ '^\\+?\\d{6,17}$' then substring(${own} from '^\\+?') || ${number} else n || ${own} end`
}

const findColumns = (sql: Sql, table: string, clinic: string[]) => sql<Column[]>`
  with indexed as (
    -- With the columns of expressions and conditions.
    select i.indexrelid as id, d.refobjsubid as attnum from pg_index i
    join pg_depend d on d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid > 0
    where i.indrelid = ${table}::regclass and i.indisunique
    union select i.indexrelid, unnest(c.conkey) from pg_index i join pg_constraint c on c.conindid = i.indexrelid
    where i.indrelid = ${table}::regclass and i.indisunique
  ), columns as (
    select a.attnum, a.attname as name, t.typname as type, a.attgenerated <> '' as "isDerived",
      a.attidentity <> '' or exists (
        select from pg_constraint c join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
        where c.conrelid = a.attrelid and c.contype = 'f' and c.conkey = array[a.attnum] and r.attidentity <> ''
      ) as "isNumbered",
      exists (
        select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'f' and a.attnum = any(c.conkey)
          and c.confrelid::regclass::text = any(${clinic})
      ) as "isOfClinic"
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
  ), kept_apart as (
    select indexed.id from indexed join columns using (attnum)
    where (type = 'uuid' or "isNumbered" or type = 'timestamptz') and not "isOfClinic"
  )
  select name, type, "isDerived", "isNumbered", "isOfClinic", attnum in (
    select max(attnum) from indexed where id not in (select id from kept_apart) group by id) as "mustDiffer"
  from columns order by attnum`
