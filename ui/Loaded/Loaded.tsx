import type { ReactNode } from 'react'
import { isGone } from '../client/call-failed.ts'
import { ErrorState } from '../ErrorState/ErrorState.tsx'
import { Skeleton } from '../Skeleton/Skeleton.tsx'

/** As much of a read as its place on the screen needs. */
export interface Read<T> {
  data: T | undefined
  error: unknown
  isFetching: boolean
  dataUpdatedAt?: number
  refetch: () => unknown
}

interface LoadedProps<T> {
  of: Read<T>
  children: (data: T) => ReactNode
  /** Lines of the still boxes until the first answer, or what stands there in place of them. */
  lines?: number
  waiting?: ReactNode
  /** Words of what failed, where they are other than the usual ones. */
  failed?: (failure: unknown) => ReactNode
  /** Shown in place of an empty list. */
  empty?: ReactNode
  /** Shown in place of what is not there, or not ours to see any more. */
  gone?: ReactNode
  /** What is there stays as it was when it could not be asked for again, and above it is said from when it is. */
  aging?: boolean
}

/** The one place where what was asked for is waited for, fails with another try, is empty, or is there. */
export function Loaded<T>({ of, children, lines, waiting, failed, empty, gone, aging }: LoadedProps<T>) {
  const { data, error } = of
  const isThere = data !== undefined
  if (gone !== undefined && isGone(error)) return gone
  if (!isThere && !error) return waiting === undefined ? <Skeleton lines={lines} /> : waiting
  return (
    <>
      {Boolean(error) && (aging || !isThere) && (
        <ErrorState
          title={failed?.(error)}
          failure={error}
          dataFrom={isThere ? of.dataUpdatedAt : undefined}
          busy={of.isFetching}
          onAction={() => void of.refetch()}
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
