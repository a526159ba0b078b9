import type { Sql } from '../kit/db/db.ts'

export interface Account {
  id: string
  phone: string
  /** null: the account signs in only through an identity provider. */
  passwordHash: string | null
  status: 'active' | 'blocked'
  passwordChangedAt: Date | null
}

const columns = (sql: Sql) =>
  sql`id, phone, password_hash as "passwordHash", status, password_changed_at as "passwordChangedAt"`

export async function findAccountByPhone(sql: Sql, phone: string): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`
    select ${columns(sql)} from account where phone = ${phone} and status <> 'deleted'`
  return row
}

export async function findAccount(sql: Sql, id: string): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`
    select ${columns(sql)} from account where id = ${id} and status <> 'deleted'`
  return row
}

export interface Owner {
  phone: string
  email: string
  locale: string
}

export async function findOwner(sql: Sql, id: string): Promise<Owner | undefined> {
  const [row] = await sql<Owner[]>`
    select phone, email, locale from account where id = ${id} and status <> 'deleted'`
  return row
}

export async function setPassword(tx: Sql, id: string, passwordHash: string): Promise<void> {
  await tx`
    update account set password_hash = ${passwordHash}, password_changed_at = clock_timestamp() where id = ${id}`
}

/**
 * Turns the debug banner of the account with this phone on or off; returns the account's id, undefined without an
 * account.
 */
export async function saveDebug(tx: Sql, phone: string, debug: boolean): Promise<string | undefined> {
  const [account] = await tx<{ id: string }[]>`
    update account set debug = ${debug} where phone = ${phone} returning id`
  return account?.id
}
