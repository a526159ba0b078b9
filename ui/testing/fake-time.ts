import { onTestFinished, vi } from 'vitest'
import { actAndFlush } from './act.ts'

/** Fake timers that start at `now` and end with the test; `advanceTime` moves them. */
export function freezeTime(now: string | number = '2026-11-26T10:00:00Z'): void {
  vi.useFakeTimers({
    now: new Date(now),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  onTestFinished(() => void vi.useRealTimers())
}

export const advanceTime = (ms: number) => actAndFlush(() => vi.advanceTimersByTimeAsync(ms))
