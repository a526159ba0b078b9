import type { System } from './system.ts'

// npm repeats the Ctrl-C that the terminal has sent us already, so two within a second (in ms) count as one.
const SAME_PRESS = 1000

/** Calls at each Ctrl-C or signal, and when our parent process was killed. */
function whenAsked(press: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, press)
  process.on('disconnect', press)
}

/** Starts the system and runs it until Ctrl-C, a signal or our parent's end; a second Ctrl-C kills it. */
export async function runUntilStopped(system: System, onReady: () => void | Promise<void>): Promise<void> {
  let firstPress = 0
  const stopRequest = new Promise<void>((resolve) => {
    const press = () => {
      if (firstPress && Date.now() - firstPress > SAME_PRESS) system.kill()
      firstPress ||= Date.now()
      resolve()
    }
    whenAsked(press)
  })
  try {
    await Promise.race([stopRequest, system.start()])
    if (!firstPress) {
      await onReady()
      await stopRequest
      console.log('\nStopping …')
    }
  } finally {
    await system.stop()
    // The channel to our parent would keep the process alive.
    if (process.connected) process.disconnect()
  }
}
