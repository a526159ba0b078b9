import type { SubscriptionFilter, SubscriptionLine } from '@cuida/core/checkout/desk-subscription-api.ts'
import type { Row } from 'postgres'
import type { Sql } from '../kit/db.ts'
import type { SoughtOrder } from './desk-order-search.ts'

export const line = (sql: Sql) => sql`
  s.id, s.plan_name, s.status, s.amount, s.currency, s.created_at,
  case
    when s.quarantined_at is not null then 'set-aside'
    when exists (${refundsOf(sql)} and r.state = 'refused') then 'refused'
    when exists (${askedOf(sql)}) then 'asked'
    when exists (${refundsOf(sql)} and r.state = 'pending') then 'refunding'
  end as attention`

const refundsOf = (sql: Sql) => sql`
  select 1 from subscription_payment p join refund r on r.payment_id = p.id where p.subscription_id = s.id`

const askedOf = (sql: Sql) => sql`
  select 1 from subscription_payment p join refund_request q on q.payment_id = p.id
  where p.subscription_id = s.id and q.state = 'open' and q.expires_at > clock_timestamp()`

export const lineOf = (row: Row): SubscriptionLine => ({
  id: row.id,
  planName: row.plan_name,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  attention: row.attention,
  createdAt: row.created_at.toISOString(),
})

interface Lines {
  items: SubscriptionLine[]
  more: boolean
}

export async function findSubscriptions(
  sql: Sql,
  { filter, page, pageSize }: { filter: SubscriptionFilter; page: number; pageSize: number },
): Promise<Lines> {
  const rows = await sql`
    select ${line(sql)} from subscription s where ${isListed(sql, filter)}
    order by s.created_at desc, s.id limit ${pageSize + 1} offset ${(page - 1) * pageSize}`
  return { items: rows.slice(0, pageSize).map(lineOf), more: rows.length > pageSize }
}

function isListed(sql: Sql, filter: SubscriptionFilter) {
  switch (filter) {
    case 'all':
      return sql`true`
    case 'past-due':
      return sql`s.status = 'PAST_DUE'`
    case 'paused':
      return sql`s.status = 'PAUSED'`
    case 'set-aside':
      return sql`s.quarantined_at is not null`
    case 'refused':
      return sql`exists (${refundsOf(sql)} and r.state = 'refused')`
    case 'asked':
      return sql`exists (${askedOf(sql)})`
  }
}

/** More than this and the question was too wide. */
const MOST_FOUND = 50

export async function searchSubscriptions(sql: Sql, sought: SoughtOrder): Promise<Lines> {
  const rows = await sql`
    select ${line(sql)} from subscription s where ${isSought(sql, sought)}
    order by s.created_at desc, s.id limit ${MOST_FOUND + 1}`
  return { items: rows.slice(0, MOST_FOUND).map(lineOf), more: rows.length > MOST_FOUND }
}

function isSought(sql: Sql, sought: SoughtOrder) {
  // The card of a subscription is given on the provider's page: nobody here knows its digits.
  if ('digits' in sought) return sql`false`
  if ('phone' in sought) return sql`s.account_id in (select id from account where phone = ${sought.phone})`
  if ('email' in sought)
    return sql`s.account_id in (select id from account where lower(email) = lower(${sought.email}))`
  const named = sql`(s.provider_id = ${sought.name}
    or s.id in (select subscription_id from subscription_payment where provider_payment_id = ${sought.name}))`
  if (!('id' in sought)) return named
  const { id } = sought
  return sql`(s.id = ${id} or s.id in (select subscription_id from subscription_payment where id = ${id}) or ${named})`
}
