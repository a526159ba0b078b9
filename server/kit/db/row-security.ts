import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Tx } from './db.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EVERYBODY = `select set_config('role', 'none', false)`

/** The account whose rows the statements of this asynchronous context are limited to; empty: no limit. */
export const limitedTo = new AsyncLocalStorage<string>()

/**
 * Runs the work of a patient's request: row-level security hides the data of patients outside the account's family from
 * every statement in it, whatever the statement asks for (docs/decisions/0196).
 */
export const asPatient = <T>(accountId: string, work: () => T): T => limitedTo.run(accountId, work)

/**
 * Runs work of the product inside a patient's request that needs rows of others, such as the position in the queue.
 * Has no effect on a transaction that is already open.
 */
export const asSystem = <T>(work: () => T): T => limitedTo.run('', work)

/** The same inside a transaction that is already open; `work` awaits each of its statements. */
export async function asSystemWithin<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (!limitedTo.getStore()) return work()
  const [before] = await tx<[{ role: string }]>`
    select current_setting('role') as role, set_config('role', 'none', true)`
  const result = await work()
  await tx`select set_config('role', ${before.role}, true)`
  return result
}

/** The role of a patient's statements; the application's role is a member of it. */
export const patientRoleOf = (user: string): string => `${user}_patient`

/**
 * The role of patients' statements, if it exists, this one may take it, and the last migration has given it its rights
 * and its limits (server/kit/migration/row-policies.ts).
 */
export async function findPatientRole(db: Db): Promise<string | undefined> {
  const [found] = await db<{ role: string }[]>`
    select rolname as role from pg_roles r
    where rolname = current_user || ${patientRoleOf('')} and pg_has_role(oid, 'member')
      and exists (select from pg_policy where polrelid = to_regclass('patient') and r.oid = any(polroles))`
  return found?.role
}

/** Lets each connection of the pool follow `asPatient` and `asSystem`, where the role of patients' statements exists. */
export async function enableRowSecurity(db: Db): Promise<void> {
  const role = await findPatientRole(db)
  if (!role) return
  const options = db.options as SessionOptions
  options.session = () => {
    const id = limitedTo.getStore()
    if (!id) return EVERYBODY
    if (!UUID.test(id)) throw new Error('the id of an account is no UUID')
    return `select set_config('cuida.account', '${id}', false), set_config('role', '${role.replaceAll("'", "''")}', false)`
  }
}

/** Of our patch of the driver: the statement that a connection runs before a query, unless it was its last such one. */
interface SessionOptions {
  session?: () => string
}
