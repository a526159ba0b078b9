import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { Send } from '../send.ts'
import { type Declared, type ReadKey, readKey } from './read-key.ts'

/** As many lines as one press brings, where nothing else is said. */
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

interface PagesOptions<R, I> {
  /** As many lines as one press brings. */
  size?: number
  /** What the first answer says that the pages after it are asked with. */
  since?: (first: R) => Partial<I>
  /** How often all that is shown is asked for again, of `POLL`. */
  every?: number
  /** What else the answers depend on, such as the reader's language. */
  per?: unknown
}

/** Pages stand beside single answers of the same declaration, and grow old with them. */
export const pagesKey = (declared: Declared, asked: unknown, per?: unknown): ReadKey => [
  ...readKey(declared),
  'pages',
  asked,
  per,
]

/** A list as its screen has it. */
export type Pages<L> = UseInfiniteQueryResult<{ items: L[] }>

function nextPage({ page, more, total = 0 }: Page, size: number): number | undefined {
  return (more ?? page * size < total) ? page + 1 : undefined
}

/** All lines that have come so far, and the first answer. */
interface Listed<R> {
  first: R | undefined
  items: Line<R>[]
}
/** Of which page, and what the first one said that goes with it. */
type Wanted = { page: number } & Record<string, unknown>

/** Long lists of an app, by their declarations. */
export const createPages =
  (send: Send) =>
  <C extends Call>(
    call: Reply<C> extends Page ? C : never,
    asked: Asked<C>,
    { every, per, size = PAGE, since }: PagesOptions<Reply<C>, Asked<C>> = {},
  ) =>
    useInfiniteQuery<Reply<C> & Page, Error, Listed<Reply<C>>, ReadKey, Wanted>({
      queryKey: pagesKey(call, asked, per),
      queryFn: ({ pageParam: { page, ...later } }) =>
        send(call, { ...asked, page: String(page), pageSize: String(size), ...later } as never) as never,
      initialPageParam: { page: 1 },
      getNextPageParam: (last, [first]) => {
        const page = nextPage(last, size)
        return page === undefined ? undefined : { page, ...(first && since?.(first)) }
      },
      ...(every === undefined ? {} : { refetchInterval: every }),
      select: ({ pages }) => ({ first: pages[0], items: pages.flatMap(({ items }) => items as Line<Reply<C>>[]) }),
    })
