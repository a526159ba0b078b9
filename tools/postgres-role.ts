import { createHmac } from 'node:crypto'
import type postgres from 'postgres'

/** Who the product is at its database: owns what is in it, and nothing of the server. */
export const ROLE = 'cuida_app'

/** Follows from the server's own password, which does not follow from it. */
export const rolePassword = (password: string): string =>
  createHmac('sha256', password).update(ROLE).digest('base64url')

/** Makes the role unless it is there. By a superuser. */
export async function makeRole(admin: postgres.Sql, password: string): Promise<void> {
  const [found] = await admin`select 1 from pg_roles where rolname = ${ROLE}`
  // A statement of this kind takes no parameters; the password is base64url.
  if (!found) await admin.unsafe(`create role ${ROLE} login password '${rolePassword(password)}'`)
}

/**
 * Makes the role owner of all that a superuser once made in this database: until 2026 the product was one. What belongs to
 * an extension, to a table or to a column goes with that. Does nothing to a database that is the role's already.
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
    select format('alter %s owner to %I', what, ${ROLE}::text) as alter from loose
    where owner <> ${ROLE}::regrole and not exists (
      select 1 from pg_depend d where d.classid = loose.catalogue and d.objid = loose.oid and d.deptype in ('e', 'a', 'i'))
    order by place`
  await admin.begin(async (tx) => {
    for (const { alter } of statements) await tx.unsafe(alter)
  })
}
