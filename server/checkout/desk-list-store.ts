import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../kit/db/read-page.ts'
import type { ParsedOrderSearch } from './order/desk-order-search.ts'

/** SQL fragments for the desk's list of orders, or of subscriptions. */
interface Paid {
  id: PendingQuery<Row[]>
  /** All payments as a table `p` with `id` and `of_id`, the id of the order or subscription. */
  payments: PendingQuery<Row[]>
  /** True when a payment is on hold: no money moves until a manager releases it. */
  isOnHold: PendingQuery<Row[]>
}

/** Conditions for the desk's filters, and the most serious one as the column `attention`. */
export function attentionColumns(sql: Sql, { id, payments, isOnHold }: Paid) {
  const refunds = (state: string) =>
    sql`${payments} join refund r on r.payment_id = p.id where p.of_id = ${id} and r.state = ${state}`
  const requests = sql`${payments} join refund_request q on q.payment_id = p.id
    where p.of_id = ${id} and q.state = 'open' and q.expires_at > clock_timestamp()`
  const isRefused = sql`exists (select 1 from ${refunds('refused')})`
  const isAsked = sql`exists (select 1 from ${requests})`
  // For the rows of a page: for `exists` the planner would read all payments into a hash table.
  const value = sql`
    case when ${isOnHold} then 'on-hold' when (select true from ${refunds('refused')} limit 1) then 'refused'
      when (select true from ${requests} limit 1) then 'asked'
      when (select true from ${refunds('pending')} limit 1) then 'refunding' end`
  return { isOnHold, isRefused, isAsked, value, column: sql`${value} as attention` }
}

export const matchesAccount = (
  sql: Sql,
  accountId: PendingQuery<Row[]>,
  sought: Extract<ParsedOrderSearch, { phone: string } | { email: string }>,
) =>
  'phone' in sought
    ? sql`${accountId} in (select id from account where phone = ${sought.phone})`
    : sql`${accountId} in (select id from account where lower(email) = lower(${sought.email}))`

/** A search that finds more than this is too broad. */
const MAX_FOUND = 50

interface Lines<Line> {
  select: (position: PendingQuery<Row[]>) => PendingQuery<Row[]>
  where: PendingQuery<Row[]>
  createdAt: PendingQuery<Row[]>
  id: PendingQuery<Row[]>
  lineOf: (row: Row) => Line
}

/** One page, newest first. */
export async function readLines<Line>(
  sql: Sql,
  { select, where, createdAt, id, lineOf }: Lines<Line>,
  request: PageRequest,
): Promise<Page<Line>> {
  return mapPage(await readPage(sql, request, { select, where, order: newestFirst(createdAt, id) }), lineOf)
}

/** What a search found, newest first. `more`: further rows exist. */
export async function searchLines<Line>(sql: Sql, lines: Lines<Line>): Promise<{ items: Line[]; more: boolean }> {
  const { items, next } = await readLines(sql, lines, { page: '1', pageSize: String(MAX_FOUND) })
  return { items, more: next !== null }
}
