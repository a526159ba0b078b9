import { QueryCache, type QueryKey } from '@tanstack/react-query'
import { CallFailed } from '../call-failed.ts'

/**
 * The cache of an app's reads. A read that failed for good, after its retries, is written to the browser's console: the call
 * as it is declared, status, code and trace id, and nothing of what was asked or answered.
 */
export const createLoggingQueryCache = (): QueryCache =>
  new QueryCache({ onError: (error, { queryKey }) => console.warn('read failed', describeFailure(error, queryKey)) })

function describeFailure(error: unknown, [name]: QueryKey) {
  const { status, code, traceId } =
    error instanceof CallFailed ? error : { status: undefined, code: 'BROKEN', traceId: undefined }
  return { call: String(name), status, code, traceId }
}
