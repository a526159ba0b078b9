import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { type QueryFunctionContext, type queryOptions, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Send, SendOptions } from '../send.ts'
import { type Declared, gatheredKey, type ReadKey, readKey } from './read-key.ts'

type Ours = 'queryKey' | 'queryFn' | 'refetchInterval' | 'refetchIntervalInBackground'

export interface ReadOptions<R, S = R> extends Omit<UseQueryOptions<R, Error, S, ReadKey>, Ours> {
  /** How often it is asked for again by itself, of `POLL`. */
  every?: UseQueryOptions<R, Error, S, ReadKey>['refetchInterval']
  /** So too while nobody looks at the tab. */
  inBackground?: boolean
  /** What else the answer depends on, such as the reader's language. */
  per?: unknown
}
export interface SentOptions<R, S = R> extends ReadOptions<R, S> {
  /** The request ends when nobody waits for its answer any more. */
  endsUnseen?: boolean
  /** What is sent beside what is asked. */
  sent?: SendOptions | undefined
}

/** As TanStack's `queryOptions` answers it, which does nothing else. */
type Made<R, S> = ReturnType<typeof queryOptions<R, Error, S, ReadKey>>

function made<R, S>(
  options: ReadOptions<R, S>,
  queryKey: ReadKey,
  queryFn: (context: QueryFunctionContext<ReadKey>) => Promise<R>,
): Made<R, S> {
  const { every: refetchInterval, inBackground: refetchIntervalInBackground } = options
  return { ...options, refetchInterval, refetchIntervalInBackground, queryKey, queryFn } as unknown as Made<R, S>
}

/** A call without input needs none. */
type Asked<C extends Call, S> =
  unknown extends Input<C>
    ? [input?: Record<string, never>, options?: SentOptions<Reply<C>, S>]
    : [input: Input<C>, options?: SentOptions<Reply<C>, S>]

/** Reads of an app, by their declarations. */
export function createReads(send: Send) {
  /** For code that asks without a screen: what `useRead` asks, kept in the same place. */
  function readOf<C extends Call, S = Reply<C>>(call: C, ...[input, options = {}]: Asked<C, S>): Made<Reply<C>, S> {
    const asked = (input ?? {}) as Input<C>
    const line = send as (call: C, input: Input<C>, sent?: SendOptions) => Promise<Reply<C>>
    return made(options, readKey(call, asked as never, options.per), (context) =>
      // Whoever takes the signal has the request ended.
      line(call, asked, options.endsUnseen ? { ...options.sent, signal: context.signal } : options.sent),
    )
  }
  /** One declared call, asked for as long as its screen is there. */
  const useRead = <C extends Call, S = Reply<C>>(call: C, ...asked: Asked<C, S>) =>
    useQuery(readOf<C, S>(call, ...asked))
  return { readOf, useRead }
}

/** What takes several calls, or none of ours: `declared` is what it is mostly made of. */
export const gathered = <R, S = R>(
  declared: Declared,
  per: unknown,
  ask: (context: QueryFunctionContext<ReadKey>) => Promise<R>,
  options: Omit<ReadOptions<R, S>, 'per'> = {},
): Made<R, S> => made(options, gatheredKey(declared, per), ask)

export const useGathered = <R, S = R>(...asked: Parameters<typeof gathered<R, S>>) => useQuery(gathered<R, S>(...asked))

/** A read that is also asked for without its screen, by `fetchQuery`. */
export const useReadOf: typeof useQuery = useQuery
