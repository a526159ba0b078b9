import type { SubscriptionFilter, SubscriptionLine } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import type { PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import type { Sql } from '../../kit/db/db.ts'
import { attentionColumns, matchesAccount, readLines, searchLines } from '../desk-list-store.ts'
import type { ParsedOrderSearch } from '../order/desk-order-search.ts'

const attention = (sql: Sql) =>
  attentionColumns(sql, {
    id: sql`s.id`,
    payments: sql`(select id, subscription_id as of_id from subscription_payment) p`,
    isOnHold: sql`s.on_hold_at is not null`,
  })

export const subscriptionColumns = (sql: Sql) => sql`
  s.id, s.plan_name, s.status, s.amount, s.currency, s.created_at, ${attention(sql).column}`

export const lineOf = (row: Row): SubscriptionLine => ({
  id: row.id,
  planName: row.plan_name,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  attention: row.attention,
  createdAt: row.created_at.toISOString(),
})

const lines = (sql: Sql, where: ReturnType<typeof isListed>) => ({
  select: (position: ReturnType<typeof isListed>) =>
    sql`select ${position} ${subscriptionColumns(sql)} from subscription s`,
  where,
  createdAt: sql`s.created_at`,
  id: sql`s.id`,
  lineOf,
})

export const findSubscriptions = (sql: Sql, { filter, ...page }: PageRequest & { filter: SubscriptionFilter }) =>
  readLines(sql, lines(sql, isListed(sql, filter)), page)

export const searchSubscriptions = (sql: Sql, sought: ParsedOrderSearch) =>
  searchLines(sql, lines(sql, isSought(sql, sought)))

function isListed(sql: Sql, filter: SubscriptionFilter) {
  const { isOnHold, isRefused, isAsked } = attention(sql)
  switch (filter) {
    case 'all':
      return sql`true`
    case 'past-due':
      return sql`s.status = 'PAST_DUE'`
    case 'paused':
      return sql`s.status = 'PAUSED'`
    case 'on-hold':
      return isOnHold
    case 'refused':
      return isRefused
    case 'asked':
      return isAsked
  }
}

function isSought(sql: Sql, sought: ParsedOrderSearch) {
  // A subscription's card is entered on the provider's page: its digits are not known here.
  if ('digits' in sought) return sql`false`
  if ('phone' in sought || 'email' in sought) return matchesAccount(sql, sql`s.account_id`, sought)
  const named = sql`(s.provider_id = ${sought.name}
    or s.id in (select subscription_id from subscription_payment where provider_payment_id = ${sought.name}))`
  if (!('id' in sought)) return named
  const { id } = sought
  return sql`(s.id = ${id} or s.id in (select subscription_id from subscription_payment where id = ${id}) or ${named})`
}
