import { CODE_MINUTES, CODE_TRIES } from '@cuida/core/access/code-wait.ts'
import type { Sql, Tx } from '../kit/db.ts'

export type VerificationPurpose = 'phone' | 'mfa' | 'recovery' | 'change'

export interface Verification {
  id: string
  purpose: VerificationPurpose
  phone: string
  accountId: string | null
  sending: number
}

/** Recovery asked for a phone that nobody has: it answers like any other, and sends nothing (quality §5.5). */
export const isDecoy = ({ purpose, accountId }: Pick<Verification, 'purpose' | 'accountId'>): boolean =>
  purpose === 'recovery' && accountId === null

const columns = (sql: Sql) => sql`id, purpose, phone, account_id as "accountId", sending`
const life = (sql: Sql) => sql`clock_timestamp() + make_interval(mins => ${CODE_MINUTES})`
const isLive = (sql: Sql) => sql`used_at is null and expires_at > clock_timestamp() and tries < ${CODE_TRIES}`

/** Codes for one phone are asked for one after the other, so that two requests cannot both find the gap over. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`code ${phone}`}, 0))`
}

/** When codes left for the phone in the last day, newest first, and the database's clock. */
export async function findSendings(tx: Tx, phone: string): Promise<{ sent: Date[]; now: Date }> {
  const rows = await tx<{ at: Date }[]>`
    select at from code_sent where phone = ${phone} and at > clock_timestamp() - interval '1 day' order by at desc`
  const [clock] = await tx<{ now: Date }[]>`select clock_timestamp() as now`
  return { sent: rows.map((row) => row.at), now: clock?.now ?? new Date() }
}

export async function insertVerification(
  tx: Tx,
  { purpose, phone, accountId }: { purpose: VerificationPurpose; phone: string; accountId: string | null },
): Promise<Verification> {
  const rows = await tx<Verification[]>`
    insert into verification (purpose, phone, account_id, expires_at)
    values (${purpose}, ${phone}, ${accountId}, ${life(tx)}) returning ${columns(tx)}`
  return rows[0] as Verification
}

/** The next sending: the code before it is void, tries and time start again. */
export async function startNextSending(tx: Tx, id: string): Promise<Verification | undefined> {
  const [row] = await tx<Verification[]>`
    update verification set sending = sending + 1, tries = 0, expires_at = ${life(tx)}
    where id = ${id} and used_at is null returning ${columns(tx)}`
  return row
}

/** Notes the sending and voids what other verifications of the phone still had open: one code is valid at a time. */
export async function noteSending(tx: Tx, { id, sending, phone, purpose }: Verification): Promise<void> {
  await tx`insert into code_sent (verification_id, sending, phone) values (${id}, ${sending}, ${phone})`
  await tx`
    update verification set expires_at = clock_timestamp()
    where phone = ${phone} and purpose = ${purpose} and id <> ${id} and used_at is null
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
  { purpose, phone }: { purpose: VerificationPurpose; phone: string },
): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification
    where phone = ${phone} and purpose = ${purpose} and ${isLive(sql)}
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
