import * as v from 'valibot'

/** The position of an item in a list, from `next` of an earlier answer. Opaque to clients. */
const Cursor = v.pipe(v.string(), v.regex(/^[\w-]{4,600}$/))

/** A page by its number. */
export const pageNumber = (size = '20') => ({
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/)), '1'),
  pageSize: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/)), size),
})

const pageQuery = <Q extends v.ObjectEntries>(size: string, query: Q) =>
  v.object({
    ...pageNumber(size),
    /** Continues after the last item of an earlier answer; `page` is ignored. */
    after: v.optional(Cursor),
    ...query,
  })

const answer = <S extends v.GenericSchema>(item: S) => ({
  items: v.array(item),
  page: v.number(),
  pageSize: v.number(),
  /** For `after`: the position of the last item; null at the end. */
  next: v.nullable(v.string()),
})

interface Also<Q extends v.ObjectEntries, R extends v.ObjectEntries> {
  /** Further parameters. */
  query?: Q
  /** Further fields of the answer. */
  reply?: R
  /** Default size of a page. */
  size?: '20' | '100'
}

/**
 * Declares that a read answers with pages of a list that grows (product 2.6): `page` from 1 and `pageSize` up to 100, or
 * `after` with the `next` of the answer before, which neither repeats nor skips an item when others are added. The
 * server reads them with `readPage` (server/kit/db/read-page.ts).
 */
export function pagedList<
  S extends v.GenericSchema,
  Q extends v.ObjectEntries = Record<never, never>,
  R extends v.ObjectEntries = Record<never, never>,
>(item: S, { query, reply, size = '20' }: Also<Q, R> = {}) {
  return {
    list: 'paged',
    query: pageQuery(size, query ?? ({} as Q)),
    reply: v.object({ ...answer(item), total: v.number(), ...(reply ?? ({} as R)) }),
  } as const
}

/** A paged list without `total`, where counting would read as much as the list. */
export function uncountedList<
  S extends v.GenericSchema,
  Q extends v.ObjectEntries = Record<never, never>,
  R extends v.ObjectEntries = Record<never, never>,
>(item: S, { query, reply, size = '20' }: Also<Q, R> = {}) {
  return {
    list: 'paged',
    query: pageQuery(size, query ?? ({} as Q)),
    reply: v.object({ ...answer(item), ...(reply ?? ({} as R)) }),
  } as const
}

/** The parameters of a page, as a handler receives them. */
export interface PageRequest {
  page: string
  pageSize: string
  after?: string | undefined
}

export interface Page<T> {
  items: T[]
  page: number
  pageSize: number
  next: string | null
}
