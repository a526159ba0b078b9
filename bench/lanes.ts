import { type Ask, openConnection } from './connection.ts'
import { type RunResult, runLanes } from './rounds.ts'

/**
 * Runs `act` a number of times in each of the parallel lanes and times each run. The lanes take turns with the servers.
 * `act` returns how many requests it sent.
 */
export function inLanes(servers: readonly { url: string }[], lanes: number, act: (ask: Ask) => Promise<number>) {
  return (each: number): Promise<RunResult[]> =>
    runLanes(
      Array.from({ length: lanes }, (_, lane) => async () => {
        const { ask, close } = openConnection(servers[lane % servers.length]?.url ?? '', lane)
        const done: RunResult[] = []
        for (let made = 0; made < each; made++) {
          const since = performance.now()
          const requests = await act(ask)
          done.push({ requests, ms: performance.now() - since })
        }
        close()
        return done
      }),
    )
}
