import { type Entry, wrapped } from './entries.ts'
import type { Filter, Operator, Query } from './query.ts'

/** A collection's answer in the shape of Strapi 4. */
export function answerList(entries: readonly Entry[], query: Query): object {
  const { page, pageSize, populate } = query
  const found = entries.filter((entry) => query.filters.every((filter) => passes(entry, filter)))
  const sorted = query.sort.length > 0 ? found.toSorted((a, b) => compareBy(query.sort, a, b)) : found
  return {
    data: sorted.slice((page - 1) * pageSize, page * pageSize).map((entry) => wrapped(entry, populate)),
    meta: { pagination: { page, pageSize, pageCount: Math.ceil(found.length / pageSize), total: found.length } },
  }
}

type Test = (value: unknown, given: string[]) => boolean

const text = (value: unknown): string => String(value)
const isTrue = (given: string[]): boolean => given[0] === 'true' || given[0] === '1'
const equal: Test = (value, [given]) => value !== null && text(value) === given
const ordered =
  (holds: (difference: number) => boolean): Test =>
  (value, [given = '']) =>
    value !== null && holds(typeof value === 'number' ? value - Number(given) : compare(text(value), given))
const includes: Test = (value, [given = '']) => value !== null && text(value).includes(given)

const TESTS: Record<Operator, Test> = {
  $eq: equal,
  $eqi: (value, [given = '']) => value !== null && text(value).toLowerCase() === given.toLowerCase(),
  $ne: (value, given) => !equal(value, given),
  $in: (value, given) => value !== null && given.includes(text(value)),
  $notIn: (value, given) => !given.includes(text(value)),
  $lt: ordered((difference) => difference < 0),
  $lte: ordered((difference) => difference <= 0),
  $gt: ordered((difference) => difference > 0),
  $gte: ordered((difference) => difference >= 0),
  $contains: includes,
  $notContains: (value, given) => !includes(value, given),
  $containsi: (value, [given = '']) => value !== null && text(value).toLowerCase().includes(given.toLowerCase()),
  $startsWith: (value, [given = '']) => value !== null && text(value).startsWith(given),
  $endsWith: (value, [given = '']) => value !== null && text(value).endsWith(given),
  $null: (value, given) => (value === null) === isTrue(given),
  $notNull: (value, given) => (value !== null) === isTrue(given),
}

/** Through a relation to many, one that passes is enough. */
function passes(entry: Entry, { path, operator, values }: Filter): boolean {
  const test = TESTS[operator as Operator]
  const found = valuesAt(entry, path)
  return found.length === 0 ? test(null, values) : found.some((value) => test(value, values))
}

interface Related {
  data: RelatedEntry | RelatedEntry[] | null
}
interface RelatedEntry {
  id: number | string
  attributes: Record<string, unknown>
}

function valuesAt({ id, scalars, parts }: Entry, [name = '', inner]: string[]): unknown[] {
  if (inner === undefined) return [name === 'id' ? id : scalars[name]]
  const { data } = parts[name] as Related
  return [data ?? []].flat().map((related) => (inner === 'id' ? related.id : related.attributes[inner]))
}

function compareBy(sort: Query['sort'], a: Entry, b: Entry): number {
  for (const { field, descending } of sort) {
    const left = valuesAt(a, [field])[0]
    const right = valuesAt(b, [field])[0]
    const difference =
      typeof left === 'number' && typeof right === 'number' ? left - right : compare(text(left), text(right))
    if (difference !== 0) return descending ? -difference : difference
  }
  return 0
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
