import { QueryCache, type QueryKey } from '@tanstack/react-query'
import { CallFailed } from '../call-failed.ts'

/**
 * The query cache of an app. It logs a query that failed after its retries to the console: call, status, code and
 * trace id, without input or reply.
 */
export const createLoggingQueryCache = (): QueryCache =>
  new QueryCache({ onError: (error, { queryKey }) => console.warn('read failed', describeFailure(error, queryKey)) })

function describeFailure(error: unknown, [name]: QueryKey) {
  const { status, code, traceId } =
    error instanceof CallFailed ? error : { status: undefined, code: 'BROKEN', traceId: undefined }
  return { call: String(name), status, code, traceId }
}
