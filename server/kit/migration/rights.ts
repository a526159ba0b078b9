import type { Db, Sql } from '../db/db.ts'
import { patientRoleOf } from '../db/row-security.ts'
import { limitPatients } from './row-policies.ts'

const POLICY = 'use_by_granted_roles'

/**
 * Lets the application's role use every table, sequence and function of ours and of the job queue, and define none.
 * Runs after the migrations, as the owner. What a trigger refuses to everybody (`refuse_tampering`, on the audit log) is
 * not granted either: an owner could drop the trigger, this role cannot. Without such a role the owner is the
 * application's role as well. Where the role of patients' statements exists, it may do the same, and sees only what
 * `limitPatients` lets it see.
 */
export async function grantUse(owner: Db, role: string | undefined): Promise<void> {
  if (role) await owner.begin((tx) => grant(tx, role))
  const [found] = await owner<{ user: string; role: string }[]>`
    select u.name as user, p.rolname as role
    from (select coalesce(${role ?? null}, current_user::text) as name) u
    join pg_roles p on p.rolname = u.name || ${patientRoleOf('')}`
  if (!found) return
  await owner.begin((tx) => grant(tx, found.role))
  await limitPatients(owner, found)
}

async function grant(tx: Sql, role: string): Promise<void> {
  const user = tx(role)
  for (const name of ['public', 'graphile_worker']) {
    const schema = tx(name)
    await tx`grant usage on schema ${schema} to ${user}`
    await tx`grant select, insert, update, delete on all tables in schema ${schema} to ${user}`
    await tx`grant usage, select on all sequences in schema ${schema} to ${user}`
    await tx`grant execute on all routines in schema ${schema} to ${user}`
  }
  await tx`revoke insert, update, delete on migration from ${user}`
  // The queue's tables have row security without a policy, which keeps everybody out but their owner.
  const closed = await tx<{ table: string }[]>`
      select relname as table from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
        and not exists (select 1 from pg_policy where polrelid = pg_class.oid and polname = ${POLICY})`
  for (const { table } of closed) await tx`create policy ${tx(POLICY)} on graphile_worker.${tx(table)} using (true)`
  const guarded = await tx<{ table: string; updates: boolean; deletes: boolean }[]>`
      select c.relname as table, bool_or(t.tgtype & 16 > 0) as updates, bool_or(t.tgtype & 8 > 0) as deletes
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where p.proname = 'refuse_tampering' group by c.relname`
  for (const { table, updates, deletes } of guarded) {
    if (updates) await tx`revoke update on ${tx(table)} from ${user}`
    if (deletes) await tx`revoke delete on ${tx(table)} from ${user}`
  }
}
