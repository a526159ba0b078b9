import { CODE_MINUTES, CODE_TRIES } from '@cuida/core/access/code/code-wait.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** `change` and `email` verify the new phone or e-mail address of an account. */
export type VerificationPurpose = 'phone' | 'mfa' | 'recovery' | 'change' | 'email'

/**
 * How far the requester of a code is known: not at all; by a session of some account that wants to use the number or
 * the address; by the account's password; by a device on which the owner has signed in. Each kind has its own
 * allowance of codes for a number, so that strangers cannot spend the owner's (decision 0176).
 */
export type Requester = 'stranger' | 'account' | 'password' | 'device'

export interface Verification {
  id: string
  purpose: VerificationPurpose
  /** The destination of the codes: a phone number, or the e-mail address that is verified. */
  to: string
  accountId: string | null
  sending: number
  requester: Requester
  isUsed: boolean
}

/** A recovery for a phone number without an account: it answers like any other and sends nothing (product 3.8). */
export const isDecoy = ({ purpose, accountId }: Pick<Verification, 'purpose' | 'accountId'>): boolean =>
  purpose === 'recovery' && accountId === null

const columns = (sql: Sql) => sql`
  id, purpose, sent_to as "to", account_id as "accountId", sending, requester, used_at is not null as "isUsed"`
const life = (sql: Sql) => sql`clock_timestamp() + make_interval(mins => ${CODE_MINUTES})`
const hasTries = (sql: Sql) => sql`expires_at > clock_timestamp() and tries < ${CODE_TRIES}`
const isLive = (sql: Sql) => sql`used_at is null and ${hasTries(sql)}`

/**
 * Serialises code requests for one phone or address, so that two concurrent requests cannot both find the waiting
 * time over.
 */
export async function lockTarget(tx: Tx, to: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`code ${to}`}, 0))`
}

export interface SentCodes {
  /** Sendings to requesters of the same kind, newest first. */
  sent: Date[]
  /** The subset of `sent` that belongs to this verification. */
  own: Date[]
  now: Date
}

/** Times of the codes sent to this target in the last day, for requesters of the same kind. */
export async function findSendings(
  tx: Tx,
  { id, to, requester }: { id?: string; to: string; requester: Requester },
): Promise<SentCodes> {
  const rows = await tx<{ at: Date; isOwn: boolean }[]>`
    select at, verification_id = ${id ?? null}::uuid as "isOwn" from code_sent
    where sent_to = ${to} and requester = ${requester} and at > clock_timestamp() - interval '1 day' order by at desc`
  const [clock] = await tx<{ now: Date }[]>`select clock_timestamp() as now`
  const own = rows.filter(({ isOwn }) => isOwn).map(({ at }) => at)
  return { sent: rows.map(({ at }) => at), own, now: clock?.now ?? new Date() }
}

export async function insertVerification(
  tx: Tx,
  { purpose, requester, to, accountId }: Pick<Verification, 'purpose' | 'requester' | 'to' | 'accountId'>,
): Promise<Verification> {
  const rows = await tx<Verification[]>`
    insert into verification (purpose, requester, sent_to, account_id, expires_at)
    values (${purpose}, ${requester}, ${to}, ${accountId}, ${life(tx)}) returning ${columns(tx)}`
  return rows[0] as Verification
}

/** Starts the next sending: the previous code becomes void, tries and expiry start again. */
export async function startNextSending(tx: Tx, id: string): Promise<Verification | undefined> {
  const [row] = await tx<Verification[]>`
    update verification set sending = sending + 1, tries = 0, expires_at = ${life(tx)}
    where id = ${id} and used_at is null returning ${columns(tx)}`
  return row
}

/**
 * Records the sending and voids open verifications of the same account, purpose and kind of requester: such a
 * requester has one valid code at a time. Strangers do not void each other's codes: each has a separate token, and
 * one of them may be the owner.
 */
export async function insertSending(
  tx: Tx,
  { id, sending, to, purpose, requester, accountId }: Verification,
): Promise<void> {
  await tx`insert into code_sent (verification_id, sending, sent_to, requester) values (${id}, ${sending}, ${to}, ${requester})`
  if (requester === 'stranger') return
  await tx`
    update verification set expires_at = clock_timestamp()
    where sent_to = ${to} and purpose = ${purpose} and requester = ${requester} and account_id is not distinct from ${accountId}
      and id <> ${id} and used_at is null and expires_at > clock_timestamp()`
}

export async function findVerification(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`select ${columns(sql)} from verification where id = ${id}`
  return row
}

export async function findLiveVerification(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`select ${columns(sql)} from verification where id = ${id} and ${isLive(sql)}`
  return row
}

/** The account's newest verification for this purpose and kind of requester whose code can still be entered. */
export async function findPendingVerification(
  sql: Sql,
  { purpose, requester, to, accountId }: Pick<Verification, 'purpose' | 'requester' | 'to' | 'accountId'>,
): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification
    where sent_to = ${to} and purpose = ${purpose} and requester = ${requester} and account_id = ${accountId} and ${isLive(sql)}
    order by created_at desc limit 1`
  return row
}

/**
 * Counts a try before the code is compared, so that a hundred concurrent requests count as a hundred tries; undefined
 * when none is left. Used codes count too, for clients that lost the response of the first success.
 */
export async function countVerificationTry(
  sql: Sql,
  id: string,
  purpose: VerificationPurpose,
): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    update verification set tries = tries + 1
    where id = ${id} and purpose = ${purpose} and ${hasTries(sql)} returning ${columns(sql)}`
  return row
}

export async function consumeVerification(sql: Sql, { id, sending }: Verification): Promise<boolean> {
  const done = await sql`
    update verification set used_at = clock_timestamp()
    where id = ${id} and sending = ${sending} and used_at is null and expires_at > clock_timestamp()`
  return done.count === 1
}

/** The verification behind a reset token: an account whose phone was just verified. */
export async function findRecoveryVerification(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification
    where id = ${id} and purpose = 'recovery' and used_at is not null and account_id is not null`
  return row
}

export async function voidVerifications(tx: Tx, accountId: string): Promise<void> {
  await tx`
    update verification set expires_at = clock_timestamp()
    where account_id = ${accountId} and expires_at > clock_timestamp()`
}

/** A verified phone without an account yet, or with the account that was made from it. */
export async function findVerifiedPhone(sql: Sql, id: string): Promise<Verification | undefined> {
  const [row] = await sql<Verification[]>`
    select ${columns(sql)} from verification where id = ${id} and purpose = 'phone' and used_at is not null`
  return row
}

/** Ties the verification to the account that it created; false when it already created one. */
export async function linkVerificationToAccount(tx: Tx, id: string, accountId: string): Promise<boolean> {
  const done = await tx`
    update verification set account_id = ${accountId}
    where id = ${id} and purpose = 'phone' and used_at is not null and account_id is null`
  return done.count === 1
}
