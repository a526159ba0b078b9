import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import {
  type QueryFunctionContext,
  type queryOptions,
  type UseQueryOptions,
  useQuery as useTanstackQuery,
} from '@tanstack/react-query'
import type { Send, SendOptions } from '../send.ts'
import { type CallDeclarationKey, type CallKey, callKey, combinedKey } from './query-key.ts'
import { politeInterval } from './retry.ts'

type Ours = 'queryKey' | 'queryFn' | 'refetchInterval' | 'refetchIntervalInBackground'

export interface QueryOptions<R, S = R> extends Omit<UseQueryOptions<R, Error, S, CallKey>, Ours> {
  /** Polling interval, from `POLL`. */
  every?: UseQueryOptions<R, Error, S, CallKey>['refetchInterval']
  /** Polls in a hidden tab too. */
  inBackground?: boolean
  /** What the reply depends on beside the input, such as the language. Part of the key. */
  per?: unknown
}
export interface SentOptions<R, S = R> extends QueryOptions<R, S> {
  /** Aborts the request when no component waits for it. */
  endsUnseen?: boolean
  /** Options of the request beside the input. */
  sent?: SendOptions | undefined
}

/** The type of TanStack's `queryOptions`, which returns its argument. */
type BuiltQueryOptions<R, S> = ReturnType<typeof queryOptions<R, Error, S, CallKey>>

function queryOptionsFrom<R, S>(
  options: QueryOptions<R, S>,
  queryKey: CallKey,
  queryFn: (context: QueryFunctionContext<CallKey>) => Promise<R>,
): BuiltQueryOptions<R, S> {
  const { every: refetchInterval, inBackground: refetchIntervalInBackground } = options
  return {
    ...options,
    ...(refetchInterval === undefined ? {} : { refetchInterval: politeInterval(refetchInterval) }),
    refetchIntervalInBackground,
    queryKey,
    queryFn,
  } as unknown as BuiltQueryOptions<R, S>
}

/** Calls without input take no argument. */
type Asked<C extends Call, S> =
  unknown extends Input<C>
    ? [input?: Record<string, never>, options?: SentOptions<Reply<C>, S>]
    : [input: Input<C>, options?: SentOptions<Reply<C>, S>]

/** Binds the query hooks to the client of an app. */
export function createQueries(send: Send) {
  /** Query options for code outside components, such as `fetchQuery`: the same key and request as `useQuery`. */
  function queryOf<C extends Call, S = Reply<C>>(
    call: C,
    ...[input, options = {}]: Asked<C, S>
  ): BuiltQueryOptions<Reply<C>, S> {
    const callInput = (input ?? {}) as Input<C>
    const line = send as (call: C, input: Input<C>, sent?: SendOptions) => Promise<Reply<C>>
    return queryOptionsFrom(options, callKey(call, callInput as never, options.per), (context) =>
      // Passing the signal lets TanStack abort the request.
      line(call, callInput, options.endsUnseen ? { ...options.sent, signal: context.signal } : options.sent),
    )
  }
  /** Queries a declared call while its component is mounted. */
  const useQuery = <C extends Call, S = Reply<C>>(call: C, ...args: Asked<C, S>) =>
    useTanstackQuery(queryOf<C, S>(call, ...args))
  return { queryOf, useQuery }
}

/** A query over several calls, or over none of ours: `declared` is the call that it mainly depends on. */
export const combinedQuery = <R, S = R>(
  declared: CallDeclarationKey,
  per: unknown,
  queryFn: (context: QueryFunctionContext<CallKey>) => Promise<R>,
  options: Omit<QueryOptions<R, S>, 'per'> = {},
): BuiltQueryOptions<R, S> => queryOptionsFrom(options, combinedKey(declared, per), queryFn)

export const useCombinedQuery = <R, S = R>(...args: Parameters<typeof combinedQuery<R, S>>) =>
  useTanstackQuery(combinedQuery<R, S>(...args))

/** For queries that are also fetched outside components, by `fetchQuery`. */
export const useSharedQuery: typeof useTanstackQuery = useTanstackQuery
