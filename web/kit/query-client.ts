import { CallFailed, isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { createLoggingQueryCache } from '@cuida/ui/client/queries/logging-query-cache.ts'
import { QueryClient } from '@tanstack/react-query'

/** A refusal is an answer: asking again gives the same one. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof CallFailed) || isUnreachable(error))

/** One for the life of the page: going out to Welcome and back in must not lose what is known. */
export const queryClient = new QueryClient({
  queryCache: createLoggingQueryCache(),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: isWorthRetrying, networkMode: 'always', refetchOnReconnect: true },
    // Without a network a press fails at once and says so, rather than being done by itself some time later.
    mutations: { networkMode: 'always' },
  },
})
