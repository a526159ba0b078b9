import { afterAll, vi } from 'vitest'

// Restores clock and globals for the next file in this worker.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
