import { CallFailed, isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { createLoggingQueryCache } from '@cuida/ui/client/queries/logging-query-cache.ts'
import { retryPolicy } from '@cuida/ui/client/queries/retry.ts'
import { QueryClient } from '@tanstack/react-query'

/** Refusals are not retried: they would repeat. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof CallFailed) || isUnreachable(error))

/** One client for the page's life: its cache survives a visit to Welcome and back. */
export const queryClient = new QueryClient({
  queryCache: createLoggingQueryCache(),
  defaultOptions: {
    queries: { staleTime: 5_000, ...retryPolicy(isWorthRetrying), networkMode: 'always', refetchOnReconnect: true },
    // Offline mutations fail at once with a message instead of running later unnoticed.
    mutations: { networkMode: 'always' },
  },
})
