import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import {
  type QueryClient,
  type UseMutationOptions,
  useQueryClient,
  useMutation as useTanstackMutation,
} from '@tanstack/react-query'
import { isUnreachable } from '../call-failed.ts'
import type { Send } from '../send.ts'
import { invalidateQueries, type StaleQueries } from './query-key.ts'
import { setQueryReply } from './set-query-reply.ts'

/**
 * `onSettled` of a mutation: refetches after success and refusal and waits for it, so that the screen is current when the
 * mutation ends. When the server is unreachable it does not wait for the refetch and its retries.
 */
export const refetchAfter =
  <D>(refetch: (done: D | undefined) => unknown) =>
  (done: D | undefined, failure: unknown): unknown => {
    const refetching = refetch(done)
    return isUnreachable(failure) ? undefined : refetching
  }

type Ours = 'mutationFn' | 'onSuccess' | 'onError' | 'onSettled'

export interface MutationOptions<I, R> extends Omit<UseMutationOptions<R, Error, I>, Ours> {
  /** Queries to invalidate after success and refusal; the mutation is pending until they are refetched, unless the server is unreachable. */
  stale?: readonly StaleQueries[] | 'everything' | ((reply: R | undefined, input: I) => readonly StaleQueries[])
  /** Only after success. */
  staleWhenDone?: readonly StaleQueries[]
  /** Only after a failure: the screen shows an outdated state. */
  staleWhenRefused?: readonly StaleQueries[]
  /** Writes the reply into the cache of a query. */
  keep?: (reply: R, keeper: CacheWriter) => void
  /** Called before the refetch: by its end the component may be unmounted. */
  onDone?: ((reply: R, input: I) => unknown) | undefined
  onRefused?: ((failure: Error) => unknown) | undefined
}

/** Bound to the query client of the page. */
export type CacheWriter = <C extends Call>(
  call: C,
  callInput: Input<C>,
  answer: Parameters<typeof setQueryReply<C>>[3],
) => void

/** A mutation is a declared call with its whole input, or a function that sends calls. */
type Act<I, R> = (input: I) => Promise<R>

/** Binds `useMutation` to the client of an app. `messageOf` turns a failure into a message. */
export function createMutations(send: Send, messageOf: (failure: unknown) => string) {
  function useMutation<C extends Call>(
    call: C,
    options?: MutationOptions<Input<C>, Reply<C>>,
  ): Mutation<Input<C>, Reply<C>>
  function useMutation<I = void, R = unknown>(act: Act<I, R>, options?: MutationOptions<I, R>): Mutation<I, R>
  function useMutation<I, R>(what: Call | Act<I, R>, options: MutationOptions<I, R> = {}): Mutation<I, R> {
    const { stale, staleWhenDone = [], staleWhenRefused = [], keep, onDone, onRefused, ...rest } = options
    const queries = useQueryClient()
    const mutation = useTanstackMutation<R, Error, I>({
      ...rest,
      mutationFn: typeof what === 'function' ? what : (input) => (send as unknown as Sends<I, R>)(what, input),
      onSuccess: (reply, input) => {
        keep?.(reply, (...args) => setQueryReply(queries, ...args))
        onDone?.(reply, input)
        return invalidateQueries(queries, staleWhenDone)
      },
      onError: (failure) => {
        onRefused?.(failure)
        return invalidateQueries(queries, staleWhenRefused)
      },
      onSettled: (reply, failure, input) =>
        refetchAfter(() => renew(queries, typeof stale === 'function' ? stale(reply, input) : stale))(reply, failure),
    })
    return {
      ...mutation,
      get message() {
        return mutation.error ? messageOf(mutation.error) : undefined
      },
    }
  }
  return useMutation
}

type Sends<I, R> = (call: Call, input: I) => Promise<R>
/** The result of TanStack's mutation with the message of its failure. */
export type Mutation<I, R> = ReturnType<typeof useTanstackMutation<R, Error, I>> & { message: string | undefined }

const renew = (queries: QueryClient, stale: readonly StaleQueries[] | 'everything' = []): Promise<void> =>
  stale === 'everything' ? queries.invalidateQueries() : invalidateQueries(queries, stale)
