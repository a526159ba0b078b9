import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type CallInput, callKey } from './query-key.ts'

/** Writes a reply of one call into the cached query of another. */
export function setQueryReply<C extends Call>(
  queries: QueryClient,
  call: C,
  input: Input<C>,
  answer: Reply<C> | ((known: Reply<C> | undefined) => Reply<C> | undefined),
): void {
  queries.setQueryData<Reply<C>>(callKey(call, (input ?? {}) as CallInput<C>), answer as Reply<C>)
}
