import type { Filter, Operator, Query } from './query.ts'
import type { Part, Shape } from './shapes.ts'
import type { Entry } from './source.ts'

/** A list response in Strapi 4 format. */
export function answerList(entries: readonly Entry[], query: Query, shape: Shape): object {
  const { page, pageSize, populate } = query
  const found = entries.filter((entry) => query.filters.every((filter) => passes(entry, filter)))
  const sorted = query.sort.length > 0 ? found.toSorted((a, b) => compareBy(query.sort, a, b)) : found
  return {
    data: sorted.slice((page - 1) * pageSize, page * pageSize).map((entry) => toStrapiEntry(entry, shape, populate)),
    meta: { pagination: { page, pageSize, pageCount: Math.ceil(found.length / pageSize), total: found.length } },
  }
}

/** `{ id, attributes }` with the populated parts. */
export function toStrapiEntry({ id, ...fields }: Entry, { parts }: Shape, populate: readonly string[]): object {
  const scalars = Object.entries(fields).filter(([name]) => !(name in parts))
  const populated = populate.map((name) => [name, wire(parts[name], fields[name])])
  return { id, attributes: Object.fromEntries([...scalars, ...populated]) }
}

/** Files and related entries are wrapped in `data`, components are inlined. */
function wire(part: Part | undefined, value: unknown): unknown {
  if (!part || part.is === 'component') return value
  const one = ({ id, ...attributes }: Entry) => ({ id, attributes })
  return { data: Array.isArray(value) ? value.map(one) : value ? one(value as Entry) : null }
}

type Test = (value: unknown, operands: string[]) => boolean

const text = (value: unknown): string => String(value)
const isTrue = (operands: string[]): boolean => operands[0] === 'true' || operands[0] === '1'
const equal: Test = (value, [operand]) => value !== null && text(value) === operand
const ordered =
  (holds: (difference: number) => boolean): Test =>
  (value, [operand = '']) =>
    value !== null && holds(typeof value === 'number' ? value - Number(operand) : compare(text(value), operand))
const includes: Test = (value, [operand = '']) => value !== null && text(value).includes(operand)

const TESTS: Record<Operator, Test> = {
  $eq: equal,
  $eqi: (value, [operand = '']) => value !== null && text(value).toLowerCase() === operand.toLowerCase(),
  $ne: (value, operands) => !equal(value, operands),
  $in: (value, operands) => value !== null && operands.includes(text(value)),
  $notIn: (value, operands) => !operands.includes(text(value)),
  $lt: ordered((difference) => difference < 0),
  $lte: ordered((difference) => difference <= 0),
  $gt: ordered((difference) => difference > 0),
  $gte: ordered((difference) => difference >= 0),
  $contains: includes,
  $notContains: (value, operands) => !includes(value, operands),
  $containsi: (value, [operand = '']) => value !== null && text(value).toLowerCase().includes(operand.toLowerCase()),
  $startsWith: (value, [operand = '']) => value !== null && text(value).startsWith(operand),
  $endsWith: (value, [operand = '']) => value !== null && text(value).endsWith(operand),
  $null: (value, operands) => (value === null) === isTrue(operands),
  $notNull: (value, operands) => (value !== null) === isTrue(operands),
}

/** Across a to-many relation, one matching entry suffices. */
function passes(entry: Entry, { path, operator, values }: Filter): boolean {
  const test = TESTS[operator as Operator]
  const found = valuesAt(entry, path)
  return found.length === 0 ? test(null, values) : found.some((value) => test(value, values))
}

function valuesAt(entry: Entry, [name = '', inner]: string[]): unknown[] {
  const value = entry[name]
  return inner === undefined ? [value] : [(value ?? []) as Entry | Entry[]].flat().map((related) => related[inner])
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
