import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useHints } from '../../kit/hints.ts'
import { useRead } from '../../kit/reads.ts'

const OF_BOARD = [getBoard]

/** Hints make it quicker; an unchanged answer costs the server nothing. It goes on while nobody looks at the tab. */
export function useBoard() {
  useHints(OF_BOARD)
  return useRead(getBoard, {}, { every: POLL.steadily, inBackground: true })
}
