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
  /** The number of skeleton lines; `loading` replaces the skeleton. */
  lines?: number
  loading?: ReactNode
  /** The title of the error; a general message by default. */
  errorTitle?: (failure: unknown) => ReactNode
  /** Replaces an empty list. */
  empty?: ReactNode
  /** Shown when the reply is 404. */
  notFound?: ReactNode
  /** Keeps showing cached data, with its age, when a refetch fails. */
  keepsStale?: boolean
}

/** Renders the four states of a query: loading, failed with retry, empty, data. */
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
