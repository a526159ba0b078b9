import { CallFailed, isGone } from '@cuida/ui/client/call-failed.ts'
import { createMutations } from '@cuida/ui/client/queries/use-mutation.ts'
import { createPages } from '@cuida/ui/client/queries/use-pages.ts'
import { createQueries } from '@cuida/ui/client/queries/use-query.ts'
import { api } from './api.ts'
import { failureMessage } from './Failure.tsx'

/** The query and mutation hooks of the desk. */
export const { useQuery } = createQueries(api)
export const usePages = createPages(api)
export const useMutation = createMutations(api, failureMessage)

/** Retries once, except after a refusal, which would repeat. */
export const retryOnce = (count: number, failure: unknown): boolean =>
  !(failure instanceof CallFailed && failure.status < 500) && count < 1

/** Polls until the reply is 404: access was revoked or the item is gone, and cached data must not show. */
export const untilGone = <D>(every: number) => ({
  every: ({ state }: { state: { data?: D | undefined; error: unknown } }) =>
    isGone(state.error) ? (false as const) : every,
  retry: (count: number, failure: unknown) => !isGone(failure) && count < 2,
})
