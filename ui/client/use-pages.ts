import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { pagesKey } from './read-key.ts'
import type { Send } from './send.ts'

/** As many lines as one press brings. */
const PAGE = 50

interface Page {
  items: readonly unknown[]
  page: number
  /** Whether there are others, or how many lines there are in all. */
  more?: boolean
  total?: number
}
type Line<R> = R extends { items: readonly (infer L)[] } ? L : never
type Asked<C extends Call> = Omit<Input<C>, 'page' | 'pageSize'>

interface PagesOptions {
  /** How often all that is shown is asked for again, of `POLL`. */
  every?: number
  /** What else the answers depend on, such as the reader's language. */
  per?: unknown
}

/** A list as its screen has it. */
export type Pages<L> = UseInfiniteQueryResult<{ items: L[] }>

const nextPage = ({ page, more, total = 0 }: Page): number | undefined =>
  (more ?? page * PAGE < total) ? page + 1 : undefined

/** Long lists of an app, by their declarations: all lines that have come so far, and the first answer. */
export const createPages =
  (send: Send) =>
  <C extends Call>(call: Reply<C> extends Page ? C : never, asked: Asked<C>, { every, per }: PagesOptions = {}) =>
    useInfiniteQuery({
      queryKey: pagesKey(call, asked, per),
      queryFn: ({ pageParam }) =>
        send(call, { ...asked, page: String(pageParam), pageSize: String(PAGE) } as never) as Promise<Reply<C> & Page>,
      initialPageParam: 1,
      getNextPageParam: nextPage,
      ...(every === undefined ? {} : { refetchInterval: every }),
      select: ({ pages }) => ({ first: pages[0], items: pages.flatMap(({ items }) => items as Line<Reply<C>>[]) }),
    })
