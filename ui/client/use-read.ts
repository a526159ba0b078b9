import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { type QueryFunctionContext, queryOptions, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type Declared, gatheredKey, type ReadKey, readKey } from './read-key.ts'
import type { Send, SendOptions } from './send.ts'

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

const optionsOf = <R, S>({ every, inBackground, per: _, ...rest }: ReadOptions<R, S>) => ({
  ...rest,
  ...(every === undefined ? {} : { refetchInterval: every }),
  ...(inBackground ? { refetchIntervalInBackground: true } : {}),
})

/** A call without input needs none. */
type Asked<C extends Call, S> =
  unknown extends Input<C>
    ? [input?: Record<string, never>, options?: SentOptions<Reply<C>, S>]
    : [input: Input<C>, options?: SentOptions<Reply<C>, S>]

/** Reads of an app, by their declarations. */
export function createReads(send: Send) {
  /** For code that asks without a screen: what `useRead` asks, kept in the same place. */
  function readOf<C extends Call, S = Reply<C>>(call: C, ...[input, options = {}]: Asked<C, S>) {
    const { endsUnseen, sent, ...rest } = options
    const asked = (input ?? {}) as Input<C>
    return queryOptions<Reply<C>, Error, S, ReadKey>({
      ...optionsOf(rest),
      queryKey: readKey(call, asked as never, rest.per),
      // Whoever takes the signal has the request ended.
      queryFn: (context) => sendTo(send, call, asked, endsUnseen ? { ...sent, signal: context.signal } : sent),
    })
  }
  /** One declared call, asked for as long as its screen is there. */
  const useRead = <C extends Call, S = Reply<C>>(call: C, ...asked: Asked<C, S>) =>
    useQuery(readOf<C, S>(call, ...asked))
  return { readOf, useRead }
}

const sendTo = <C extends Call>(send: Send, call: C, input: Input<C>, sent: SendOptions | undefined) =>
  (send as (call: C, input: Input<C>, sent?: SendOptions) => Promise<Reply<C>>)(call, input, ...(sent ? [sent] : []))

/** What takes several calls, or none of ours: `declared` is what it is mostly made of. */
export const gathered = <R, S = R>(
  declared: Declared,
  per: unknown,
  ask: (context: QueryFunctionContext<ReadKey>) => Promise<R>,
  options: Omit<ReadOptions<R, S>, 'per'> = {},
) => queryOptions<R, Error, S, ReadKey>({ ...optionsOf(options), queryKey: gatheredKey(declared, per), queryFn: ask })

export const useGathered = <R, S = R>(...asked: Parameters<typeof gathered<R, S>>) => useQuery(gathered<R, S>(...asked))

/** A read that is also asked for without its screen, by `fetchQuery`. */
export const useReadOf: typeof useQuery = useQuery
