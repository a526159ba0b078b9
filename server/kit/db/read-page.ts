import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { PendingQuery, Row } from 'postgres'
import * as v from 'valibot'
import { InvalidInput } from '../http/refusal.ts'
import type { Sql } from './db.ts'

type Fragment = PendingQuery<Row[]>

/** One value by which a list is ordered, ascending unless `descending`. It is never null: use `coalesce`. */
export interface SortKey {
  by: Fragment
  type: keyof typeof TYPES
  descending?: boolean
}

interface List {
  /** The list without its condition; adds this column, which ends with a comma, to what it selects. */
  select: (position: Fragment) => Fragment
  where: Fragment
  /** The last key is unique, so that the position of an item is one. */
  order: readonly SortKey[]
}

const EPOCH = '1970-01-01 00:00:00+00'
/** For a moment that is not set, which sorts after all others. */
export const NEVER = '9999-01-01 00:00:00+00'

/** How a key is written into a cursor, checked and read again. A `Date` would lose the microseconds of a moment. */
const TYPES = {
  moment: {
    pattern: /^-?\d{1,18}$/,
    write: (sql: Sql, by: Fragment) => sql`(extract(epoch from ${by}) * 1000000)::bigint::text`,
    read: (sql: Sql, text: string) =>
      sql`(${EPOCH}::text::timestamptz + ${text}::text::float8 * interval '1 microsecond')`,
  },
  integer: {
    pattern: /^-?\d{1,18}$/,
    write: (sql: Sql, by: Fragment) => sql`(${by})::text`,
    read: (sql: Sql, text: string) => sql`${text}::text::bigint`,
  },
  boolean: {
    pattern: /^(true|false)$/,
    write: (sql: Sql, by: Fragment) => sql`(${by})::text`,
    read: (sql: Sql, text: string) => sql`${text}::text::boolean`,
  },
  text: {
    // PostgreSQL stores no character 0.
    pattern: /^[^\0]{0,200}$/,
    write: (sql: Sql, by: Fragment) => sql`left((${by})::text, 200)`,
    read: (sql: Sql, text: string) => sql`${text}::text`,
  },
  id: {
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    write: (sql: Sql, by: Fragment) => sql`(${by})::text`,
    read: (sql: Sql, text: string) => sql`${text}::text::uuid`,
  },
} as const

/** Newest first; items of one moment by their id. */
export const newestFirst = (at: Fragment, id: Fragment): SortKey[] => [
  { by: at, type: 'moment', descending: true },
  { by: id, type: 'id' },
]

/**
 * Reads one page of a list, by number or after the position of an item (keyset pagination): items that are added
 * meanwhile are neither repeated nor skip others.
 */
export async function readPage(sql: Sql, request: PageRequest, { select, where, order }: List): Promise<Page<Row>> {
  const page = Number(request.page)
  const pageSize = Number(request.pageSize)
  const position = request.after === undefined ? undefined : decodePosition(request.after, order)
  const written = order.map(({ by, type }) => TYPES[type].write(sql, by))
  const rows = await sql`
    ${select(sql`array[${joined(sql, written, sql`, `)}] as page_position,`)}
    where ${where} ${position ? sql`and ${follows(sql, order, position)}` : sql``}
    order by ${joined(
      sql,
      order.map(({ by, descending }) => (descending ? sql`${by} desc` : by)),
      sql`, `,
    )}
    limit ${pageSize + 1} offset ${position ? 0 : (page - 1) * pageSize}`
  const items = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? items.at(-1) : undefined
  return { items, page, pageSize, next: last ? encodePosition(last.page_position) : null }
}

export const mapPage = <T, U>(page: Page<T>, map: (item: T) => U): Page<U> => ({ ...page, items: page.items.map(map) })

const joined = (sql: Sql, [first, ...others]: readonly Fragment[], separator: Fragment): Fragment =>
  others.reduce((list, one) => sql`${list}${separator}${one}`, first ?? sql``)

/** The first comparison alone bounds a scan of an index. */
function follows(sql: Sql, [key, ...keys]: readonly SortKey[], [text = '', ...texts]: readonly string[]): Fragment {
  if (!key) return sql`false`
  const value = TYPES[key.type].read(sql, text)
  const isBeyond = key.descending ? sql`${key.by} < ${value}` : sql`${key.by} > ${value}`
  if (keys.length === 0) return isBeyond
  const isReached = key.descending ? sql`${key.by} <= ${value}` : sql`${key.by} >= ${value}`
  return sql`${isReached} and (${isBeyond} or ${follows(sql, keys, texts)})`
}

const encodePosition = (texts: readonly string[]): string => Buffer.from(JSON.stringify(texts)).toString('base64url')

const Texts = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

function decodePosition(cursor: string, order: readonly SortKey[]): string[] {
  const { success, output } = v.safeParse(Texts, Buffer.from(cursor, 'base64url').toString())
  const isValid =
    success &&
    output.length === order.length &&
    order.every(({ type }, at) => TYPES[type].pattern.test(output[at] ?? ''))
  if (!isValid) throw new InvalidInput({ after: 'INVALID' })
  return output
}
