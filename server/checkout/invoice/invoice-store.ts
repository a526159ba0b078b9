import { INVOICE_ADDRESS_DAYS, INVOICE_WAIT_DOUBLINGS, INVOICE_WAIT_SECONDS } from '@cuida/core/kit/assumptions.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import { runInBatches } from '../../kit/db/batches.ts'
import { connectOnce, type Sql, type Tx } from '../../kit/db/db.ts'

export interface OpenInvoice {
  id: string
  /** The id of the order or of the subscription charge. */
  reference: string
  accountId: string
  amount: number
  currency: Currency
  billingAddress: Address | null
  clientRef: string | null
  serviceRef: string | null
  paidAt: Date
  tries: number
}

/** Called in the transaction of the payment update. */
export async function openInvoice(tx: Tx, orderId: string): Promise<void> {
  await tx`insert into invoice (order_id) values (${orderId}) on conflict do nothing`
}

/** The order's money was refunded in full: an invoice that was not yet sent for billing becomes void. */
export async function endInvoiceOf(tx: Tx, orderId: string): Promise<void> {
  await tx`
    update invoice set refunded_at = clock_timestamp(), changed_at = clock_timestamp(),
      state = case when state = 'open' and billing_at is null then 'void' else state end
    where order_id = ${orderId} and refunded_at is null`
}

const LOCK = 'invoicing'

/**
 * Takes the advisory lock that lets one process at a time use the invoicing provider. Undefined when another process
 * holds it.
 */
export async function lockInvoicing(url: string) {
  const own = connectOnce(url, 'cuida-invoicing')
  try {
    const [row] = await own<{ taken: boolean }[]>`select pg_try_advisory_lock(hashtextextended(${LOCK}, 0)) as taken`
    if (!row?.taken) return await own.end()
  } catch (error) {
    await own.end({ timeout: 0 })
    throw error
  }
  return {
    /** Throws when the database session, and with it the lock, was lost. */
    check: async () => void (await own`select 1`),
    end: () => own.end({ timeout: 5 }),
  }
}

/** Marks due invoices as issued, without a number: the partner's own accountant writes them. */
export async function markDueAsIssued(sql: Sql): Promise<void> {
  await runInBatches(
    (most) => sql`
      update invoice set state = 'issued', provider = 'dummy', client_ref = coalesce(client_ref, 'dummy'),
        service_ref = coalesce(service_ref, 'dummy'), billing_at = coalesce(billing_at, clock_timestamp()),
        changed_at = clock_timestamp()
      where id in (select id from invoice where state = 'open' and due_at <= statement_timestamp() limit ${most})
        and state = 'open'`,
  )
}

/** Invoices (`i`) that are not begun and whose account has no address. */
export const lacksAddress = (sql: Sql) => sql`
  i.client_ref is null
  and not exists (select from care_order o where o.id = i.order_id and o.billing_address is not null)
  and not exists (
    select from patient h join address a on a.patient_id = h.id
    where h.account_id in (
      select o.account_id from care_order o where o.id = i.order_id
      union all
      select s.account_id from subscription_payment p join subscription s on s.id = p.subscription_id
      where p.id = i.subscription_payment_id))`

/**
 * The next due invoice. Its `due_at` moves first, so that a process that crashes on it does not retry at once.
 * `waitsForAddress`: skips those without an address for some days.
 */
export async function takeDue(sql: Sql, provider: string, waitsForAddress: boolean): Promise<OpenInvoice | undefined> {
  const [row] = await sql`
    with next as (
      select id from invoice i where state = 'open' and due_at <= clock_timestamp()
        and not (${waitsForAddress} and created_at > clock_timestamp() - make_interval(days => ${INVOICE_ADDRESS_DAYS})
          and ${lacksAddress(sql)})
      order by due_at, id limit 1
    ), taken as (
      update invoice i set provider = ${provider}, tries = tries + 1, changed_at = clock_timestamp(),
        due_at = clock_timestamp() + make_interval(
          secs => ${INVOICE_WAIT_SECONDS} * power(2, least(tries, ${INVOICE_WAIT_DOUBLINGS})))
      from next where i.id = next.id returning i.*
    )
    select t.id, t.client_ref, t.service_ref, t.tries, t.created_at, o.billing_address,
      coalesce(o.id, p.id) as reference, coalesce(o.account_id, s.account_id) as account_id,
      coalesce(o.amount, p.amount) as amount, coalesce(o.currency, p.currency) as currency
    from taken t
    left join care_order o on o.id = t.order_id
    left join subscription_payment p on p.id = t.subscription_payment_id
    left join subscription s on s.id = p.subscription_id`
  return (
    row && {
      id: row.id,
      reference: row.reference,
      accountId: row.account_id,
      amount: row.amount,
      tries: row.tries,
      currency: row.currency,
      billingAddress: row.billing_address,
      paidAt: row.created_at,
      clientRef: row.client_ref,
      serviceRef: row.service_ref,
    }
  )
}

export async function saveClientRef(sql: Sql, id: string, ref: string): Promise<void> {
  await sql`update invoice set client_ref = ${ref}, changed_at = clock_timestamp() where id = ${id}`
}

export async function saveServiceRef(sql: Sql, id: string, ref: string): Promise<void> {
  await sql`update invoice set service_ref = ${ref}, changed_at = clock_timestamp() where id = ${id}`
}

/** Marks the invoice before the provider is asked to bill it; false when its money was refunded first. */
export async function noteBilling(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql`
    update invoice set billing_at = coalesce(billing_at, clock_timestamp()), changed_at = clock_timestamp()
    where id = ${id} and state = 'open' and refunded_at is null`
  return count === 1
}

export async function saveIssued(sql: Sql, id: string, number: string | undefined): Promise<void> {
  await sql`
    update invoice set state = 'issued', number = ${number ?? null}, changed_at = clock_timestamp(),
      billing_at = coalesce(billing_at, clock_timestamp())
    where id = ${id} and state = 'open'`
}

/** Voids the invoice: the clinic cancelled it at the provider, or the payment was refunded before billing. */
export async function saveVoid(sql: Sql, id: string): Promise<void> {
  await sql`update invoice set state = 'void', changed_at = clock_timestamp() where id = ${id} and state = 'open'`
}

/** The provider refused the invoice: creates a desk task. */
export async function saveRefused(sql: Sql, id: string, failure: string): Promise<void> {
  await sql`
    with refused as (
      update invoice set state = 'refused', failure = ${failure}, changed_at = clock_timestamp()
      where id = ${id} and state = 'open' returning *
    )
    ${insertInvoiceTask(sql, 'INVOICE_REFUSED')} from refused i ${withPayment(sql)} on conflict do nothing`
}

/**
 * Creates a desk task, once a payment: its money was refunded after billing, and the provider lets only a person
 * cancel the invoice.
 */
export async function insertCancellationTask(sql: Sql, { orderId, chargeId }: { orderId?: string; chargeId?: string }) {
  await sql`
    ${insertInvoiceTask(sql, 'INVOICE_TO_CANCEL')} from invoice i ${withPayment(sql)}
    where (i.order_id = ${orderId ?? null} or i.subscription_payment_id = ${chargeId ?? null})
      and i.refunded_at is not null and i.provider <> 'dummy'
      and (i.state = 'issued' or (i.state = 'open' and i.billing_at is not null))
      and not exists (select 1 from reconciliation_task t where t.kind = 'INVOICE_TO_CANCEL'
        and (t.attempt_id = a.id or t.subscription_payment_id = p.id))
    on conflict do nothing`
}

const insertInvoiceTask = (sql: Sql, kind: 'INVOICE_REFUSED' | 'INVOICE_TO_CANCEL') => sql`
  insert into reconciliation_task (kind, provider, provider_payment_id, attempt_id, order_id, subscription_payment_id,
    ours, theirs)
  select ${kind}, i.provider, coalesce(a.provider_payment_id, p.provider_payment_id), a.id, a.order_id, p.id,
    coalesce(a.captured, p.amount), null::integer`

const withPayment = (sql: Sql) => sql`
  left join payment_attempt a on a.order_id = i.order_id and a.captured > 0
  left join subscription_payment p on p.id = i.subscription_payment_id`

/** Makes a refused invoice due again after a person corrected the cause. False when it is not refused. */
export async function reviveInvoice(tx: Tx, taskId: string): Promise<boolean> {
  const { count } = await tx`
    update invoice i set state = 'open', failure = null, tries = 0, due_at = clock_timestamp(),
      changed_at = clock_timestamp()
    from reconciliation_task t
    where t.id = ${taskId} and t.kind = 'INVOICE_REFUSED' and i.state = 'refused'
      and (i.order_id = t.order_id or i.subscription_payment_id = t.subscription_payment_id)`
  return count === 1
}

/** The provider is unavailable: postpones all open invoices. */
export async function postponeInvoices(sql: Sql): Promise<void> {
  await sql`
    update invoice set due_at = greatest(due_at, clock_timestamp() + make_interval(secs => ${INVOICE_WAIT_SECONDS}))
    where state = 'open'`
}
