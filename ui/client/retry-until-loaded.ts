interface Asked {
  state: { data: unknown; status: string; errorUpdateCount: number }
}

const FIRST_MS = 5_000
const MAX_MS = 60_000

/** A `refetchInterval` for a query that the whole app needs: retries with growing intervals until it has data. */
export const retryUntilLoaded = ({ state }: Asked): number | false =>
  state.status === 'error' && state.data === undefined
    ? Math.min(FIRST_MS * 2 ** (state.errorUpdateCount - 1), MAX_MS)
    : false
