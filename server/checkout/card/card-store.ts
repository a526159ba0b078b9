import type { SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import { SAVE_CARD_REQUEST_HOURS } from '@cuida/core/kit/assumptions.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { BrowserEntry, KeptCard } from '../../providers/payment/port.ts'

export type Provider = BrowserEntry['provider']

export interface StoredCard extends Omit<SavedCard, 'cardId'> {
  customerId: string | null
  providerCardId: string
}

const columns = (sql: Sql) => sql`
  id, card_type as "cardType", masked_card_number as "maskedCardNumber", expiry_month as "expiryMonth",
  expiry_year as "expiryYear", provider_customer_id as "customerId", provider_card_id as "providerCardId"`

/** The account's cards that the partner's current provider can charge, newest first. */
export async function findCards(sql: Sql, accountId: string, provider: Provider): Promise<StoredCard[]> {
  return sql<StoredCard[]>`
    select ${columns(sql)} from saved_card
    where account_id = ${accountId} and provider = ${provider} and removed_at is null
    order by created_at desc, id`
}

/** Reads a card and locks its row, so that nobody removes it before the transaction ends. */
export async function holdCard(
  tx: Sql,
  card: { id: string; accountId: string; provider: Provider },
): Promise<StoredCard | undefined> {
  const [row] = await tx<StoredCard[]>`
    select ${columns(tx)} from saved_card
    where id = ${card.id} and account_id = ${card.accountId} and provider = ${card.provider} and removed_at is null
    for share`
  return row
}

/**
 * Saving and removing cards of one account run one after the other: otherwise the provider's cards and ours diverge.
 */
export async function lockCards(tx: Tx, accountId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`cards ${accountId}`}, 0))`
}

/**
 * Upserts by fingerprint: the same card stays one row, with the provider's latest data. Undefined when the account
 * was closed meanwhile.
 */
export async function upsertSavedCard(
  tx: Tx,
  accountId: string,
  provider: Provider,
  card: KeptCard,
): Promise<StoredCard | undefined> {
  const [row] = await tx<StoredCard[]>`
    insert into saved_card (account_id, provider, fingerprint, provider_customer_id, provider_card_id, card_type,
      masked_card_number, expiry_month, expiry_year)
    select id, ${provider}, ${card.fingerprint}, ${card.customerId ?? null}, ${card.cardId}, ${card.cardType},
      ${card.maskedCardNumber}, ${card.expiryMonth}::int, ${card.expiryYear}::int
    from account where id = ${accountId} and deleted_at is null for key share
    on conflict (account_id, provider, fingerprint) do update set
      provider_customer_id = excluded.provider_customer_id, provider_card_id = excluded.provider_card_id,
      card_type = excluded.card_type, masked_card_number = excluded.masked_card_number,
      expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year, removed_at = null
    returning ${columns(tx)}`
  return row
}

/** False when the card does not exist, belongs to another account or is removed already. */
export async function markRemoved(tx: Tx, id: string, accountId: string): Promise<boolean> {
  const { count } = await tx`
    update saved_card set removed_at = clock_timestamp()
    where id = ${id} and account_id = ${accountId} and removed_at is null`
  return count > 0
}

/** A removed card that no open payment uses any more. Locks its row. */
export async function lockDeletableCard(tx: Tx, id: string) {
  const [row] = await tx<{ accountId: string; provider: Provider; customerId: string | null; cardId: string }[]>`
    select c.account_id as "accountId", c.provider, c.provider_customer_id as "customerId", c.provider_card_id as "cardId"
    from saved_card c
    where c.id = ${id} and c.removed_at is not null and not exists (
      select 1 from payment_attempt a join care_order o on o.id = a.order_id
      where a.saved_card_id = c.id and o.status in ('PROCESSING', 'PENDING'))
    for update of c`
  return row
}

export async function deleteCard(tx: Tx, id: string): Promise<void> {
  await tx`delete from saved_card where id = ${id}`
}

export async function findOwner(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ accountId: string }[]>`select account_id as "accountId" from saved_card where id = ${id}`
  return row?.accountId
}

/** A paid attempt whose patient asked to save the card. */
export interface SaveCardRequest {
  accountId: string
  provider: Provider
  currency: Currency
  providerPaymentId: string
  token: { cardToken: string; tokenSession?: string; cardholderName?: string } | null
}

export async function findSaveCardRequest(sql: Sql, attemptId: string): Promise<SaveCardRequest | undefined> {
  const [row] = await sql<SaveCardRequest[]>`
    select o.account_id as "accountId", a.provider, a.currency, a.provider_payment_id as "providerPaymentId", a.token
    from payment_attempt a join care_order o on o.id = a.order_id
    where a.id = ${attemptId} and a.saves_card and a.captured > 0`
  return row
}

/** Drops the token: the card is saved, or never will be. */
export async function closeSaveCardRequest(sql: Sql, attemptId: string): Promise<void> {
  await sql`update payment_attempt set saves_card = false, token = null where id = ${attemptId} and captured > 0`
}

const LIMIT = 200
const RETRY_MINUTES = 2

/** Drops tokens of cards that could not be saved within `SAVE_CARD_REQUEST_HOURS`. */
export async function expireSaveCardRequests(tx: Tx): Promise<void> {
  await tx`
    update payment_attempt set saves_card = false, token = null
    where saves_card and captured > 0 and changed_at <= clock_timestamp() - make_interval(hours => ${SAVE_CARD_REQUEST_HOURS})`
}

/** Save requests and removals that are a few minutes old: their job was lost, or still waits for the provider. */
export async function findForgottenCards(tx: Tx): Promise<{ requests: string[]; removals: string[] }> {
  const old = tx`clock_timestamp() - make_interval(mins => ${RETRY_MINUTES})`
  const requests = await tx<{ id: string }[]>`
    select id from payment_attempt where saves_card and captured > 0 and changed_at <= ${old} limit ${LIMIT}`
  const removals = await tx<{ id: string }[]>`
    select id from saved_card where removed_at <= ${old} limit ${LIMIT}`
  return { requests: requests.map(({ id }) => id), removals: removals.map(({ id }) => id) }
}
