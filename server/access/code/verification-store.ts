import { CODE_MINUTES, CODE_TRIES } from '@cuida/core/access/code/code-wait.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** `change` and `email`: what wants to become the account's phone or e-mail. */
export type VerificationPurpose = 'phone' | 'mfa' | 'recovery' | 'change' | 'email'

/**
 * Who asks for codes, by what is known of them: nothing; a session of some account, which wants the number or the
 * address; the password of the account; a device that its owner has signed in on. Each has codes of its own for a
 * number, so that strangers cannot spend what the owner needs (decision 0176).
 */
export type Asker = 'stranger' | 'account' | 'password' | 'device'

export interface Verification {
  id: string
  purpose: VerificationPurpose
  /** Where its codes go: a phone, or an e-mail address when that is what is proved. */
  to: string
  accountId: string | null
  sending: number
  asker: Asker
  isUsed: boolean
}

/** Recovery asked for a phone that nobody has: it answers like any other, and sends nothing (product 3.8). */
export const isDecoy = ({ purpose, accountId }: Pick<Verification, 'purpose' | 'accountId'>): boolean =>
  purpose === 'recovery' && accountId === null

const columns = (sql: Sql) => sql`
  id, purpose, sent_to as "to", account_id as "accountId", sending, asker, used_at is not null as "isUsed"`
const life = (sql: Sql) => sql`clock_timestamp() + make_interval(mins => ${CODE_MINUTES})`
const hasTries = (sql: Sql) => sql`expires_at > clock_timestamp() and tries < ${CODE_TRIES}`
const isLive = (sql: Sql) => sql`used_at is null and ${hasTries(sql)}`

/** Codes for one phone or address are asked for one after the other, so that two requests cannot both find the gap over. */
export async function lockTarget(tx: Tx, to: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`code ${to}`}, 0))`
}

export interface Sendings {
  /** For whoever asks like this one, newest first. */
  sent: Date[]
  /** Those of them that this very verification sent. */
  own: Date[]
  /** The database's clock. */
  now: Date
}

/** When codes left for there in the last day, for who asks like this one. */
export async function findSendings(
  tx: Tx,
  { id, to, asker }: { id?: string; to: string; asker: Asker },
): Promise<Sendings> {
  const rows = await tx<{ at: Date; isOwn: boolean }[]>`
    select at, verification_id = ${id ?? null}::uuid as "isOwn" from code_sent
    where sent_to = ${to} and asker = ${asker} and at > clock_timestamp() - interval '1 day' order by at desc`
  const [clock] = await tx<{ now: Date }[]>`select clock_timestamp() as now`
  const own = rows.filter(({ isOwn }) => isOwn).map(({ at }) => at)
  return { sent: rows.map(({ at }) => at), own, now: clock?.now ?? new Date() }
}

export async function insertVerification(
  tx: Tx,
  { purpose, asker, to, accountId }: Pick<Verification, 'purpose' | 'asker' | 'to' | 'accountId'>,
): Promise<Verification> {
  const rows = await tx<Verification[]>`
    insert into verification (purpose, asker, sent_to, account_id, expires_at)
    values (${purpose}, ${asker}, ${to}, ${accountId}, ${life(tx)}) returning ${columns(tx)}`
  return rows[0] as Verification
}

/** The next sending: the code before it is void, tries and time start again. */
export async function startNextSending(tx: Tx, id: string): Promise<Verification | undefined> {
  const [row] = await tx<Verification[]>`
    update verification set sending = sending + 1, tries = 0, expires_at = ${life(tx)}
    where id = ${id} and used_at is null returning ${columns(tx)}`
  return row
}

/**
 * Notes the sending and voids what the same account still had open for the same end, asked for in the same way: one code
 * of theirs is valid at a time. Strangers do not void each other's: each has a token of their own, and one is the owner.
 */
export async function noteSending(tx: Tx, { id, sending, to, purpose, asker, accountId }: Verification): Promise<void> {
  await tx`insert into code_sent (verification_id, sending, sent_to, asker) values (${id}, ${sending}, ${to}, ${asker})`
  if (asker === 'stranger') return
  await tx`
    update verification set expires_at = clock_timestamp()
    where sent_to = ${to} and purpose = ${purpose} and asker = ${asker} and account_id is not distinct from ${accountId}
      and id <> ${id} and used_at is null and expires_at > clock_timestamp()`
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

/** The newest code of the account that may still be entered for this purpose, by who asks in this way. */
export async function findUnderWay(
  sql: Sql,
  { purpose, asker, to, accountId }: Pick<Verification, 'purpose' | 'asker' | 'to' | 'accountId'>,
): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification
    where sent_to = ${to} and purpose = ${purpose} and asker = ${asker} and account_id = ${accountId} and ${isLive(sql)}
    order by created_at desc limit 1`
  return row
}

/**
 * Counts a try before the code is looked at; undefined when none is left: a hundred at once are a hundred tries. Of a
 * code that was used too, for who did not hear that it was right.
 */
export async function takeTry(sql: Sql, id: string, purpose: VerificationPurpose): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    update verification set tries = tries + 1
    where id = ${id} and purpose = ${purpose} and ${hasTries(sql)} returning ${columns(sql)}`
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
    where account_id = ${accountId} and expires_at > clock_timestamp()`
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
