import type { ReactNode } from 'react'
import { isGone } from '../client/call-failed.ts'
import { ErrorState } from '../ErrorState/ErrorState.tsx'
import { Skeleton } from '../Skeleton/Skeleton.tsx'

/** The part of a TanStack query result that a screen needs. */
export interface QueryState<T> {
  data: T | undefined
  error: unknown
  isFetching: boolean
  dataUpdatedAt?: number
  refetch: () => unknown
}

interface QueryBoundaryProps<T> {
  query: QueryState<T>
  children: (data: T) => ReactNode
  /** Lines of the skeleton; `loading` replaces it. */
  lines?: number
  loading?: ReactNode
  /** Title of the error; the general message when absent. */
  errorTitle?: (failure: unknown) => ReactNode
  /** Shown in place of an empty list. */
  empty?: ReactNode
  /** Shown when the reply is 404 or 403. */
  notFound?: ReactNode
  /** Shows cached data with its age above it when a refetch fails. */
  keepsStale?: boolean
}

/** Draws the four states of a query: loading, failed with retry, empty, data. */
export function QueryBoundary<T>({
  query,
  children,
  lines,
  loading,
  errorTitle,
  empty,
  notFound,
  keepsStale,
}: QueryBoundaryProps<T>) {
  const { data, error } = query
  const isThere = data !== undefined
  if (notFound !== undefined && isGone(error)) return notFound
  if (!isThere && !error) return loading === undefined ? <Skeleton lines={lines} /> : loading
  return (
    <>
      {Boolean(error) && (keepsStale || !isThere) && (
        <ErrorState
          title={errorTitle?.(error)}
          failure={error}
          dataFrom={isThere ? query.dataUpdatedAt : undefined}
          busy={query.isFetching}
          onAction={() => void query.refetch()}
        />
      )}
      {isThere && (empty !== undefined && isEmpty(data) ? empty : children(data))}
    </>
  )
}

function isEmpty(data: unknown): boolean {
  const items = (data as { items?: unknown } | null)?.items ?? data
  return Array.isArray(items) && items.length === 0
}
