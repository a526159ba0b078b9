import type { QueryState } from './QueryBoundary.tsx'

type All<R extends readonly QueryState<unknown>[]> = { [K in keyof R]: R[K] extends QueryState<infer T> ? T : never }

/** Several queries as one: data when all have data, the error of the first without data. */
export function combineQueries<const R extends readonly QueryState<unknown>[]>(...queries: R): QueryState<All<R>> {
  const isThere = queries.every(({ data }) => data !== undefined)
  return {
    data: isThere ? (queries.map(({ data }) => data) as unknown as All<R>) : undefined,
    error: queries.find(({ data, error }) => data === undefined && error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}
