import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type Asked, readKey } from './read-key.ts'

/** What a read answers from now on, as somebody else's answer has just said. */
export function keepAnswer<C extends Call>(
  queries: QueryClient,
  call: C,
  asked: Input<C>,
  answer: Reply<C> | ((known: Reply<C> | undefined) => Reply<C> | undefined),
): void {
  queries.setQueryData<Reply<C>>(readKey(call, (asked ?? {}) as Asked<C>), answer as Reply<C>)
}
