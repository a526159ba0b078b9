import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { Send } from '../send.ts'
import { type CallDeclarationKey, type CallKey, callKey } from './query-key.ts'
import { politeInterval } from './retry.ts'

/** Default page size. */
const PAGE = 50

interface Page {
  items: readonly unknown[]
  page: number
  /** Whether there are further pages, or the total of lines. */
  more?: boolean
  total?: number
}
type Line<R> = R extends { items: readonly (infer L)[] } ? L : never
type Asked<C extends Call> = Omit<Input<C>, 'page' | 'pageSize'>

interface PagesOptions<R, I> {
  /** Page size. */
  size?: number
  /** Input for later pages, taken from the first reply. */
  since?: (first: R) => Partial<I>
  /** Polling interval of all shown pages, from `POLL`. */
  every?: number
  /** What the replies depend on beside the input, such as the language. */
  per?: unknown
}

/** Pages have their own keys below the declaration, so invalidating it includes them. */
export const pagesKey = (declared: CallDeclarationKey, input: unknown, per?: unknown): CallKey => [
  ...callKey(declared),
  'pages',
  input,
  per,
]

/** A paged list as a component receives it. */
export type Pages<L> = UseInfiniteQueryResult<{ items: L[] }>

function nextPage({ page, more, total = 0 }: Page, size: number): number | undefined {
  return (more ?? page * size < total) ? page + 1 : undefined
}

/** All loaded lines, and the first reply. */
interface Listed<R> {
  first: R | undefined
  items: Line<R>[]
}
/** Page number, and the input taken from the first reply. */
type Wanted = { page: number } & Record<string, unknown>

/** Binds `usePages`, for long lists, to the client of an app. */
export const createPages =
  (send: Send) =>
  <C extends Call>(
    call: Reply<C> extends Page ? C : never,
    input: Asked<C>,
    { every, per, size = PAGE, since }: PagesOptions<Reply<C>, Asked<C>> = {},
  ) =>
    useInfiniteQuery<Reply<C> & Page, Error, Listed<Reply<C>>, CallKey, Wanted>({
      queryKey: pagesKey(call, input, per),
      queryFn: ({ pageParam: { page, ...later } }) =>
        send(call, { ...input, page: String(page), pageSize: String(size), ...later } as never) as never,
      initialPageParam: { page: 1 },
      getNextPageParam: (last, [first]) => {
        const page = nextPage(last, size)
        return page === undefined ? undefined : { page, ...(first && since?.(first)) }
      },
      ...(every === undefined ? {} : { refetchInterval: politeInterval(every) }),
      select: ({ pages }) => ({ first: pages[0], items: pages.flatMap(({ items }) => items as Line<Reply<C>>[]) }),
    })
