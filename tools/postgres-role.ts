import { createHmac } from 'node:crypto'
import type postgres from 'postgres'

/** The product's database role: it owns the database's content and has no rights on the server. */
export const APP_ROLE = 'cuida_app'

/** The role of a patient's request, which sees that patient's family only (server/kit/db/row-security.ts). */
const PATIENT_ROLE = `${APP_ROLE}_patient`

/** Derived from the server's own password, which cannot be derived from it. */
export const rolePassword = (password: string): string =>
  createHmac('sha256', password).update(APP_ROLE).digest('base64url')

/** Creates the role, and that of patients' requests, unless they exist. Needs a superuser. */
export async function makeRole(admin: postgres.Sql, password: string): Promise<void> {
  const found = await admin<{ name: string }[]>`
    select rolname as name from pg_roles where rolname in (${APP_ROLE}, ${PATIENT_ROLE})`
  const has = (role: string) => found.some(({ name }) => name === role)
  // This statement takes no parameters; the password is base64url, so it needs no escaping.
  if (!has(APP_ROLE)) await admin.unsafe(`create role ${APP_ROLE} login password '${rolePassword(password)}'`)
  if (!has(PATIENT_ROLE)) await admin.unsafe(`create role ${PATIENT_ROLE} role ${APP_ROLE}`)
}

/**
 * Transfers everything that a superuser once created in this database to the role: until 2026 the product ran as one.
 * Objects of an extension, a table or a column follow their owner. Does nothing to a database that the role owns
 * already.
 */
export async function transferOwnership(admin: postgres.Sql): Promise<void> {
  const statements = await admin<{ alter: string }[]>`
    with ours as (
      select oid, nspname from pg_namespace where nspname in ('public', 'graphile_worker')
    ), loose as (
      select 'pg_namespace'::regclass as catalogue, oid, 0 as place, format('schema %I', nspname) as what,
        nspowner as owner from pg_namespace where nspname = 'graphile_worker'
      union all
      select 'pg_class'::regclass, c.oid, 1, format('%s %I.%I',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        n.nspname, c.relname), c.relowner
      from pg_class c join ours n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_proc'::regclass, p.oid, 2, format('routine %s', p.oid::regprocedure), p.proowner
      from pg_proc p join ours n on n.oid = p.pronamespace where p.prokind in ('f', 'p', 'w')
      union all
      select 'pg_type'::regclass, t.oid, 3, format('type %I.%I', n.nspname, t.typname), t.typowner
      from pg_type t join ours n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where t.typtype in ('d', 'e', 'r') or c.relkind = 'c'
    )
    select format('alter %s owner to %I', what, ${APP_ROLE}::text) as alter from loose
    where owner <> ${APP_ROLE}::regrole and not exists (
      select 1 from pg_depend d where d.classid = loose.catalogue and d.objid = loose.oid and d.deptype in ('e', 'a', 'i'))
    order by place`
  await admin.begin(async (tx) => {
    for (const { alter } of statements) await tx.unsafe(alter)
  })
}
