import type { Read } from './Loaded.tsx'

type All<R extends readonly Read<unknown>[]> = { [K in keyof R]: R[K] extends Read<infer T> ? T : never }

/** Reads that their place cannot do without, as one: there when all are, failed as the first that has nothing to show. */
export function together<const R extends readonly Read<unknown>[]>(...reads: R): Read<All<R>> {
  const isThere = reads.every(({ data }) => data !== undefined)
  return {
    data: isThere ? (reads.map(({ data }) => data) as unknown as All<R>) : undefined,
    error: reads.find(({ data, error }) => data === undefined && error)?.error ?? null,
    isFetching: reads.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
  }
}
