import { afterAll, vi } from 'vitest'

// The next file in this worker finds the clock and the globals as they were.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
