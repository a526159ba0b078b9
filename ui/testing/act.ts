import { act } from '@testing-library/react'

/** Replies that a mock is still computing: `actAndFlush` waits for them. */
export const pendingReplies = new Set<Promise<unknown>>()

// The real function, captured before a test installs fake timers.
const nextTurn = setImmediate
const TURNS = 12

/** Runs `work` in React's `act`, then waits for the promises and renders that follow. Timers stay pending. */
export async function actAndFlush<R>(work: () => R | Promise<R>): Promise<R> {
  let result: R | undefined
  await act(async () => {
    result = await work()
    do {
      await Promise.allSettled(pendingReplies)
      for (let turns = 0; turns < TURNS; turns++) await new Promise((resolve) => nextTurn(resolve))
    } while (pendingReplies.size > 0)
  })
  return result as R
}
