interface Asked {
  state: { data: unknown; status: string; errorUpdateCount: number }
}

const FIRST_MS = 5_000
const MOST_MS = 60_000

/**
 * `refetchInterval` of a query that everything waits for: while it has no answer it is asked again by itself, less and
 * less often.
 */
export const untilAnswered = ({ state }: Asked): number | false =>
  state.status === 'error' && state.data === undefined
    ? Math.min(FIRST_MS * 2 ** (state.errorUpdateCount - 1), MOST_MS)
    : false
