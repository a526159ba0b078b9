import type { Sql } from 'postgres'

/** Every object of ours in a database, a line each with all that is known of it, by kind. */
export async function shapeOf(db: Sql): Promise<Record<string, string[]>> {
  const shape: Record<string, string[]> = {}
  for (const [kind, query] of Object.entries(KINDS))
    shape[kind] = (await db.unsafe(query)).map(({ line }) => sortedLists(String(line))).sort()
  shape.rows = await rowsOf(db)
  return shape
}

/** What may be one of several things may be any of them in whatever order they stand. */
const sortedLists = (line: string): string =>
  line.replaceAll(/ARRAY\[([^\]]*)\]/g, (_, list: string) => `ARRAY[${list.split(', ').sort().join(', ')}]`)

const OURS = `'public'::regnamespace and not exists (
  select 1 from pg_depend e where e.deptype = 'e' and e.objid = `

// What may not be null is said with its column: PostgreSQL 18 names that by itself, earlier ones do not.
const KINDS: Record<string, string> = {
  relations: `select concat_ws(' ', relname, relkind, relpersistence, relowner::regrole, reloptions, relacl, relrowsecurity) as line
    from pg_class where relnamespace = ${OURS} pg_class.oid)`,
  columns: `select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), 'notnull', a.attnotnull, 'default',
      pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated, a.attcollation::regcollation,
      a.attstorage, a.attacl, a.attoptions) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'v') and c.relnamespace = ${OURS} c.oid)`,
  constraints: `select concat_ws(' ', k.conrelid::regclass, k.conname, k.contype, pg_get_constraintdef(k.oid), k.convalidated,
      k.condeferrable, k.condeferred) as line from pg_constraint k where k.contype <> 'n' and k.connamespace = ${OURS} k.oid)`,
  indexes: `select concat_ws(' ', pg_get_indexdef(x.indexrelid), x.indisvalid, x.indisready, x.indisunique, x.indnullsnotdistinct) as line
    from pg_index x join pg_class c on c.oid = x.indexrelid where c.relnamespace = ${OURS} c.oid)`,
  functions: `select concat_ws(' ', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl) as line
    from pg_proc p where p.pronamespace = ${OURS} p.oid)`,
  triggers: `select concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = ${OURS} c.oid)`,
  foreignKeyTriggers: `select concat_ws(' ', c.relname, p.proname, count(*)) as line from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where t.tgisinternal and c.relnamespace = ${OURS} c.oid) group by c.relname, p.proname`,
  views: `select concat_ws(' ', viewname, definition) as line from pg_views where schemaname = 'public'`,
  sequences: `select concat_ws(' ', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size,
      last_value) as line from pg_sequences where schemaname = 'public'`,
  sequenceOwners: `select concat_ws(' ', d.objid::regclass, d.refobjid::regclass, a.attname, d.deptype) as line from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.refobjsubid > 0 and s.relnamespace = 'public'::regnamespace`,
  types: `select concat_ws(' ', t.typname, t.typtype, (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e
      where e.enumtypid = t.oid)) as line from pg_type t where t.typtype in ('e', 'd', 'r') and t.typnamespace = ${OURS} t.oid)`,
  extensions: `select concat_ws(' ', extname, extnamespace::regnamespace) as line from pg_extension`,
  schemas: `select concat_ws(' ', nspname, nspowner::regrole, nspacl) as line from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  defaultPrivileges: `select concat_ws(' ', defaclrole::regrole, defaclobjtype, defaclacl) as line from pg_default_acl`,
  policies: `select concat_ws(' ', tablename, policyname, cmd, qual, with_check) as line from pg_policies where schemaname = 'public'`,
  rules: `select concat_ws(' ', tablename, rulename, definition) as line from pg_rules where schemaname = 'public'`,
  comments: `select concat_ws(' ', d.classoid::regclass, c.relname, d.objsubid, d.description) as line
    from pg_description d join pg_class c on c.oid = d.objoid where c.relnamespace = 'public'::regnamespace`,
}

/** Every row of every table, but for the bookkeeping of migrations. */
export async function rowsOf(db: Sql): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'`
  const lines: string[] = []
  for (const { name } of tables)
    for (const { line } of await db`select to_jsonb(t)::text as line from ${db(name)} t`) lines.push(`${name} ${line}`)
  return lines.sort()
}
