import type { Dispute, DisputeLine } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { DisputeSnapshot } from '@cuida/core/checkout/dispute/dispute.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { mapPage, NEVER, newestFirst, readPage, type SortKey } from '../../kit/db/read-page.ts'
import type { PaymentRef } from '../refund/refund-store.ts'
import { PROVIDERS_WITHOUT_DISPUTE_API } from './dispute-store.ts'
import { evidenceOf, evidenceOfCharge } from './evidence-store.ts'

const columns = (sql: Sql, position = sql``) => sql`
  select ${position} d.*, a.order_id, m.subscription_id, coalesce(a.provider, m.provider) as provider,
    coalesce(a.currency, m.currency) as currency, p.first_name || ' ' || p.last_name as payer_name,
    s.name as answered_by_name
  from dispute d
  left join payment_attempt a on a.id = d.attempt_id
  left join care_order o on o.id = a.order_id
  left join subscription_payment m on m.id = d.subscription_payment_id
  left join subscription b on b.id = m.subscription_id
  left join patient p on p.account_id = coalesce(o.account_id, b.account_id) and p.deleted_at is null
  left join staff s on s.id = d.answered_by`

const lineOf = (row: Row): DisputeLine => ({
  id: row.id,
  orderId: row.order_id,
  subscriptionId: row.subscription_id,
  kind: row.kind,
  state: row.state,
  provider: row.provider,
  amount: row.amount,
  currency: row.currency,
  deadline: row.deadline?.toISOString() ?? null,
  openedAt: row.opened_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})

export async function findDisputes(
  sql: Sql,
  { state, ...request }: PageRequest & { state: 'undecided' | 'decided' },
): Promise<Page<DisputeLine>> {
  const undecided: SortKey[] = [
    { by: sql`d.state`, type: 'text', descending: true },
    { by: sql`coalesce(d.deadline, ${NEVER}::text::timestamptz)`, type: 'moment' },
    { by: sql`d.opened_at`, type: 'moment' },
    { by: sql`d.id`, type: 'id' },
  ]
  const page = await readPage(sql, request, {
    select: (position) => columns(sql, position),
    ...(state === 'undecided'
      ? { where: sql`d.state in ('open', 'answered')`, order: undecided }
      : { where: sql`d.state in ('won', 'lost')`, order: newestFirst(sql`d.decided_at`, sql`d.id`) }),
  })
  return mapPage(page, lineOf)
}

export async function findShownDispute(sql: Sql, id: string): Promise<Dispute | undefined> {
  const [row] = await sql`${columns(sql)} where d.id = ${id}`
  if (!row) return undefined
  return {
    ...lineOf(row),
    payerName: row.payer_name,
    reference: row.reference,
    isByHand: row.recorded_by !== null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: row.answered_by_name,
    evidence: await (row.attempt_id
      ? evidenceOf(sql, row.attempt_id)
      : evidenceOfCharge(sql, row.subscription_payment_id)),
  }
}

export interface LockedDispute extends DisputeSnapshot, PaymentRef {
  id: string
  /** The row to lock before the dispute changes: exactly one of the two is set. */
  orderId: string | null
  subscriptionId: string | null
  isByHand: boolean
}

const located = (sql: Sql) => sql`
  select d.id, d.attempt_id as "attemptId", d.subscription_payment_id as "chargeId", a.order_id as "orderId",
    m.subscription_id as "subscriptionId", d.kind, d.state, d.amount, d.deadline, d.reference,
    d.recorded_by is not null as "isByHand"
  from dispute d left join payment_attempt a on a.id = d.attempt_id
  left join subscription_payment m on m.id = d.subscription_payment_id`

/** Reads without a lock: to change the dispute, lock its order or subscription and read again. */
export async function locateDispute(sql: Sql, id: string): Promise<LockedDispute | undefined> {
  const [row] = await sql<LockedDispute[]>`${located(sql)} where d.id = ${id}`
  return row
}

/** The order's payment that a dispute can be about; undefined when nothing was paid. */
export async function findDisputable(sql: Sql, orderId: string): Promise<Disputable | undefined> {
  const [row] = await sql<Disputable[]>`
    select id as "attemptId", null as "chargeId", captured, not provider = any(${PROVIDERS_WITHOUT_DISPUTE_API}) as "isTold"
    from payment_attempt where order_id = ${orderId} order by created_at desc limit 1`
  return row
}

/** Like `findDisputable`, for a subscription charge. */
export async function findDisputableCharge(sql: Sql, chargeId: string): Promise<Disputable | undefined> {
  const [row] = await sql<Disputable[]>`
    select null as "attemptId", p.id as "chargeId", m.captured, not p.provider = any(${PROVIDERS_WITHOUT_DISPUTE_API}) as "isTold"
    from subscription_payment p join paid_money m on m.id = p.id where p.id = ${chargeId}`
  return row
}

/** `captured` is in minor units. `isTold`: the provider reports disputes through its API. */
export interface Disputable extends PaymentRef {
  captured: number
  isTold: boolean
}

export async function markRecorded(tx: Tx, { attemptId, chargeId }: PaymentRef, staffId: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    update dispute set recorded_by = ${staffId} where payment_id = ${attemptId ?? chargeId} and kind = 'chargeback' returning id`
  if (!row) throw new Error('the insert of a dispute returned no row')
  return row.id
}

export async function markAnswered(tx: Tx, id: string, staffId: string): Promise<void> {
  await tx`update dispute set answered_at = clock_timestamp(), answered_by = ${staffId} where id = ${id}`
}
