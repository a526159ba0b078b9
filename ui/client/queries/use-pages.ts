import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { Send } from '../send.ts'
import { type CallDeclarationKey, type CallKey, callKey } from './query-key.ts'
import { politeInterval } from './retry.ts'

/** Default page size. */
const PAGE = 50

interface Page {
  items: readonly unknown[]
  /** Position after which the list continues; null at its end. */
  next: string | null
}
type Line<R> = R extends { items: readonly (infer L)[] } ? L : never
type Asked<C extends Call> = Omit<Input<C>, 'page' | 'pageSize' | 'after'>

interface PagesOptions {
  /** Page size. */
  size?: number
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

/** All loaded lines, and the first reply. */
interface Listed<R> {
  first: R | undefined
  items: Line<R>[]
}

/** Binds `usePages`, for long lists, to the client of an app. */
export const createPages =
  (send: Send) =>
  <C extends Call>(
    call: Reply<C> extends Page ? C : never,
    input: Asked<C>,
    { every, per, size = PAGE }: PagesOptions = {},
  ) =>
    useInfiniteQuery<Reply<C> & Page, Error, Listed<Reply<C>>, CallKey, string | null>({
      queryKey: pagesKey(call, input, per),
      queryFn: ({ pageParam: after }) =>
        send(call, { ...input, pageSize: String(size), ...(after === null ? {} : { after }) } as never) as never,
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      ...(every === undefined ? {} : { refetchInterval: politeInterval(every) }),
      select: ({ pages }) => ({ first: pages[0], items: pages.flatMap(({ items }) => items as Line<Reply<C>>[]) }),
    })
