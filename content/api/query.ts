import type { Shape } from './shapes.ts'

/** An invalid or unsupported query: 400 in Strapi's format. */
export class BadQuery extends Error {}

export interface Filter {
  path: string[]
  operator: string
  values: string[]
}
/** A normalised query: equal queries have equal JSON, however they were spelled. */
export interface Query {
  locale: string | undefined
  localeFallback: string | undefined
  populate: string[]
  sort: { field: string; descending: boolean }[]
  page: number
  pageSize: number
  filters: Filter[]
}

export const OPERATORS = [
  '$eq',
  '$eqi',
  '$ne',
  '$in',
  '$notIn',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$contains',
  '$notContains',
  '$containsi',
  '$startsWith',
  '$endsWith',
  '$null',
  '$notNull',
] as const
export type Operator = (typeof OPERATORS)[number]
const LISTS: readonly string[] = ['$in', '$notIn']

// Strapi's defaults; a larger page size is reduced to the maximum.
const PAGE_SIZE = 25
const MAX_PAGE_SIZE = 100
const KEY = /^([A-Za-z]+)((?:\[[^[\]]+\])*)$/

/** Parses a query string. Everything is on an allow-list: an unknown key, field or operator is refused. */
export function readQuery(search: string, shape: Shape, single = false): Query {
  const query: Query = { ...EMPTY, populate: [], sort: [], filters: [] }
  const seen = new Set<string>()
  for (const [key, value] of new URLSearchParams(search)) {
    const [_whole, head = '', brackets = ''] = KEY.exec(key) ?? []
    const path = [...brackets.matchAll(/\[([^\]]+)\]/g)].map(([_, segment = '']) => segment)
    if (seen.has(key)) throw new BadQuery(`Invalid key ${key}: given twice`)
    seen.add(key)
    const read = single && !['populate', 'locale', 'localeFallback'].includes(head) ? undefined : READERS.get(head)
    if (!read) throw new BadQuery(`Invalid key ${key}`)
    read(query, path, value, shape)
  }
  query.populate = [...new Set(query.populate)].sort()
  query.filters.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return query
}

const EMPTY = { locale: undefined, localeFallback: undefined, page: 1, pageSize: PAGE_SIZE }

type Reader = (query: Query, path: string[], value: string, shape: Shape) => void

// A Map, not an object, so that `constructor` is not a known key.
const READERS = new Map<string, Reader>(
  Object.entries<Reader>({
    locale: (query, path, value) => {
      query.locale = tag('locale', path, value)
    },
    localeFallback: (query, path, value) => {
      query.localeFallback = tag('localeFallback', path, value)
    },
    pagination: (query, [key, ...deeper], value) => {
      if ((key !== 'page' && key !== 'pageSize') || deeper.length > 0)
        throw new BadQuery(`Invalid pagination key ${key}`)
      query[key] = count(key, value)
    },
    // B7.2 sends these without brackets, which Strapi's core would not accept.
    page: (query, path, value) => {
      query.page = path.length === 0 ? count('page', value) : bad('page')
    },
    pageSize: (query, path, value) => {
      query.pageSize = path.length === 0 ? count('pageSize', value) : bad('pageSize')
    },
    sort: (query, path, value, shape) => {
      if (path.length > 1 || (path[0] && !isIndex(path[0]))) bad('sort')
      for (const part of value.split(',')) query.sort.push(order(part, shape))
    },
    populate: (query, path, value, shape) => query.populate.push(...populated(path, value, shape)),
    filters: (query, path, value, shape) => addFilter(query, path, value, shape),
  }),
)

const bad = (key: string): never => {
  throw new BadQuery(`Invalid key ${key}`)
}
const isIndex = (segment: string): boolean => /^\d{1,3}$/.test(segment)

function tag(key: string, path: string[], value: string): string {
  if (path.length > 0 || !/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value)) bad(key)
  return value
}

function count(key: 'page' | 'pageSize', value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new BadQuery(`Invalid ${key}: ${value}`)
  return key === 'pageSize' ? Math.min(Number(value), MAX_PAGE_SIZE) : Number(value)
}

function order(part: string, { scalars }: Shape): Query['sort'][number] {
  const [field = '', direction = 'asc', ...rest] = part.trim().split(':')
  const known = field === 'id' || scalars.includes(field)
  if (!known || !/^(asc|desc)$/i.test(direction) || rest.length > 0) throw new BadQuery(`Invalid sort ${part}`)
  return { field, descending: direction.toLowerCase() === 'desc' }
}

/**
 * `populate=*`, `populate=a,b`, `populate[0]=a`, `populate[a]=true` and `populate[a][populate]=*`; deeper levels do
 * not exist.
 */
function populated([first, ...deeper]: string[], value: string, { parts, inline = [] }: Shape): string[] {
  const all = Object.keys(parts)
  const byName = first !== undefined && !isIndex(first)
  const deep = deeper.length === 1 && deeper[0] === 'populate' && value === '*'
  if (byName && !deep && (deeper.length > 0 || !['*', 'true'].includes(value))) bad(`populate[${first}]`)
  if (!byName && deeper.length > 0) bad('populate')
  if (!byName && value === '*') return all
  const names = byName ? [first] : value.split(',').map((name) => name.trim())
  for (const name of names)
    if (!all.includes(name) && !inline.includes(name)) throw new BadQuery(`Invalid populate ${name}`)
  return names.filter((name) => !inline.includes(name))
}

function addFilter({ filters }: Query, path: string[], value: string, shape: Shape): void {
  const at = path.findIndex((segment) => segment.startsWith('$'))
  const field = at < 0 ? path : path.slice(0, at)
  const [operator = '$eq', ...index] = at < 0 ? [] : path.slice(at)
  const listed = LISTS.includes(operator)
  if (!(OPERATORS as readonly string[]).includes(operator)) throw new BadQuery(`Invalid operator ${operator}`)
  if (index.length > 1 || (index[0] && !(listed && isIndex(index[0]))))
    throw new BadQuery(`Invalid operator ${operator}`)
  if (!isField(field, shape)) throw new BadQuery(`Invalid filter ${field.join('.')}`)
  const same = listed && filters.find((filter) => filter.operator === operator && `${filter.path}` === `${field}`)
  if (same) same.values.push(value)
  else filters.push({ path: field, operator, values: [value] })
}

function isField([name, inner, ...deeper]: string[], { scalars, parts }: Shape): boolean {
  if (name === undefined || deeper.length > 0) return false
  if (inner === undefined) return name === 'id' || scalars.includes(name)
  return parts[name]?.is === 'relation' && ['id', 'slug', 'name'].includes(inner)
}
