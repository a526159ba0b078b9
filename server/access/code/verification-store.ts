import { CODE_MINUTES, CODE_TRIES } from '@cuida/core/access/code-wait.ts'
import type { Sql, Tx } from '../../kit/db.ts'

/** `change` and `email`: what wants to become the account's phone or e-mail. */
export type VerificationPurpose = 'phone' | 'mfa' | 'recovery' | 'change' | 'email'

export interface Verification {
  id: string
  purpose: VerificationPurpose
  /** Where its codes go: a phone, or an e-mail address when that is what is proved. */
  to: string
  accountId: string | null
  sending: number
}

/** Recovery asked for a phone that nobody has: it answers like any other, and sends nothing (quality §5.5). */
export const isDecoy = ({ purpose, accountId }: Pick<Verification, 'purpose' | 'accountId'>): boolean =>
  purpose === 'recovery' && accountId === null

const columns = (sql: Sql) => sql`id, purpose, sent_to as "to", account_id as "accountId", sending`
const life = (sql: Sql) => sql`clock_timestamp() + make_interval(mins => ${CODE_MINUTES})`
const isLive = (sql: Sql) => sql`used_at is null and expires_at > clock_timestamp() and tries < ${CODE_TRIES}`

/** Codes for one phone or address are asked for one after the other, so that two requests cannot both find the gap over. */
export async function lockTarget(tx: Tx, to: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`code ${to}`}, 0))`
}

/** When codes left for there in the last day, newest first, and the database's clock. */
export async function findSendings(tx: Tx, to: string): Promise<{ sent: Date[]; now: Date }> {
  const rows = await tx<{ at: Date }[]>`
    select at from code_sent where sent_to = ${to} and at > clock_timestamp() - interval '1 day' order by at desc`
  const [clock] = await tx<{ now: Date }[]>`select clock_timestamp() as now`
  return { sent: rows.map((row) => row.at), now: clock?.now ?? new Date() }
}

export async function insertVerification(
  tx: Tx,
  { purpose, to, accountId }: { purpose: VerificationPurpose; to: string; accountId: string | null },
): Promise<Verification> {
  const rows = await tx<Verification[]>`
    insert into verification (purpose, sent_to, account_id, expires_at)
    values (${purpose}, ${to}, ${accountId}, ${life(tx)}) returning ${columns(tx)}`
  return rows[0] as Verification
}

/** The next sending: the code before it is void, tries and time start again. */
export async function startNextSending(tx: Tx, id: string): Promise<Verification | undefined> {
  const [row] = await tx<Verification[]>`
    update verification set sending = sending + 1, tries = 0, expires_at = ${life(tx)}
    where id = ${id} and used_at is null returning ${columns(tx)}`
  return row
}

/** Notes the sending and voids what others of the same place still had open: one code is valid at a time. */
export async function noteSending(tx: Tx, { id, sending, to, purpose }: Verification): Promise<void> {
  await tx`insert into code_sent (verification_id, sending, sent_to) values (${id}, ${sending}, ${to})`
  await tx`
    update verification set expires_at = clock_timestamp()
    where sent_to = ${to} and purpose = ${purpose} and id <> ${id} and used_at is null
      and expires_at > clock_timestamp()`
}

export async function findVerification(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`select ${columns(sql)} from verification where id = ${id}`
  return row
}

/** A verification whose code may still be entered. */
export async function findLiveVerification(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`select ${columns(sql)} from verification where id = ${id} and ${isLive(sql)}`
  return row
}

/** The newest code of the phone that may still be entered for this purpose. */
export async function findUnderWay(
  sql: Sql,
  { purpose, to }: { purpose: VerificationPurpose; to: string },
): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification
    where sent_to = ${to} and purpose = ${purpose} and ${isLive(sql)}
    order by created_at desc limit 1`
  return row
}

/** Counts a try before the code is looked at; undefined when none is left: a hundred at once are a hundred tries. */
export async function takeTry(sql: Sql, id: string, purpose: VerificationPurpose): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    update verification set tries = tries + 1
    where id = ${id} and purpose = ${purpose} and ${isLive(sql)} returning ${columns(sql)}`
  return row
}

/** Uses the code of this very sending, once. */
export async function useVerification(sql: Sql, { id, sending }: Verification): Promise<boolean> {
  const done = await sql`
    update verification set used_at = clock_timestamp()
    where id = ${id} and sending = ${sending} and used_at is null and expires_at > clock_timestamp()`
  return done.count === 1
}

/** What a reset token stands for: an account whose phone has just been proved. */
export async function findRecovered(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification
    where id = ${id} and purpose = 'recovery' and used_at is not null and account_id is not null`
  return row
}

/** Nothing that was sent to the account opens anything any more. */
export async function voidVerifications(tx: Tx, accountId: string): Promise<void> {
  await tx`
    update verification set expires_at = clock_timestamp()
    where account_id = ${accountId} and used_at is null and expires_at > clock_timestamp()`
}

/** A proved phone that has not become an account yet, or the account that came of it. */
export async function findProvedPhone(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification where id = ${id} and purpose = 'phone' and used_at is not null`
  return row
}

/** Ties the proof to the account that it made; false when it has made one already. */
export async function spendProof(tx: Tx, id: string, accountId: string): Promise<boolean> {
  const done = await tx`
    update verification set account_id = ${accountId}
    where id = ${id} and purpose = 'phone' and used_at is not null and account_id is null`
  return done.count === 1
}
