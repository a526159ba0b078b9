import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/hints.ts'

const ASK_MS = 10_000
const BOARD = ['board'] as const

/** Hints make it quicker; an unchanged answer costs the server nothing. It goes on while nobody looks at the tab. */
export function useBoard() {
  useHints(BOARD)
  return useQuery({
    queryKey: BOARD,
    queryFn: () => api(getBoard),
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: true,
  })
}
