import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import {
  type QueryClient,
  type UseMutationOptions,
  useQueryClient,
  useMutation as useTanstackMutation,
} from '@tanstack/react-query'
import { isUnreachable } from '../call-failed.ts'
import type { Send } from '../send.ts'
import { keepAnswer } from './keep-answer.ts'
import { askAgain, type Stale } from './read-key.ts'

/**
 * `onSettled` of a mutation: what is true now is asked again, refused or not, and waited for, so that the screen shows it when the
 * mutation is over. Whom nobody answered waits for no second answer, with its tries: they are told at once.
 */
export const askedAgain =
  <D>(ask: (done: D | undefined) => unknown) =>
  (done: D | undefined, failure: unknown): unknown => {
    const asked = ask(done)
    return isUnreachable(failure) ? undefined : asked
  }

type Ours = 'mutationFn' | 'onSuccess' | 'onError' | 'onSettled'

export interface MutationOptions<I, R> extends Omit<UseMutationOptions<R, Error, I>, Ours> {
  /** What is old by then, refused or not: the mutation lasts until what is true now is on the screen, unless nobody answered. */
  stale?: readonly Stale[] | 'everything' | ((reply: R | undefined, input: I) => readonly Stale[])
  /** Only where it was done. */
  staleWhenDone?: readonly Stale[]
  /** Only where it was not: the screen does not show what is true. */
  staleWhenRefused?: readonly Stale[]
  /** Keeps the answer as the newest word of a read. */
  keep?: (reply: R, keeper: Keeper) => void
  /** Told first: by the time everything is asked again, who asked may be off the screen. */
  onDone?: ((reply: R, input: I) => unknown) | undefined
  onRefused?: ((failure: Error) => unknown) | undefined
}

/** Bound to what this page knows. */
export type Keeper = <C extends Call>(call: C, asked: Input<C>, answer: Parameters<typeof keepAnswer<C>>[3]) => void

/** What a mutation is made of: a declared call, which is given all that it declares, or a function that sends some. */
type Act<I, R> = (input: I) => Promise<R>

/** What changes something, as its screens press it. `wordsOf`: what is said of a failure. */
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
        keep?.(reply, (...kept) => keepAnswer(queries, ...kept))
        onDone?.(reply, input)
        return askAgain(queries, staleWhenDone)
      },
      onError: (failure) => {
        onRefused?.(failure)
        return askAgain(queries, staleWhenRefused)
      },
      onSettled: (reply, failure, input) =>
        askedAgain(() => renew(queries, typeof stale === 'function' ? stale(reply, input) : stale))(reply, failure),
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
/** A press: what TanStack's mutation is, and what is said where it failed. */
export type Mutation<I, R> = ReturnType<typeof useTanstackMutation<R, Error, I>> & { message: string | undefined }

const renew = (queries: QueryClient, stale: readonly Stale[] | 'everything' = []): Promise<void> =>
  stale === 'everything' ? queries.invalidateQueries() : askAgain(queries, stale)
