import { flushCompileCache } from 'node:module'
import { describeError } from './log/log.ts'

/** Reports the error that ends the program, before it exits. */
type LastWords = (error: unknown) => Promise<void>
let lastWords: LastWords = async () => {}
export const beforeItEnds = (handler: LastWords): void => {
  lastWords = handler
}

interface Program {
  /** Serves on for a while at SIGTERM, as long as it takes to be noticed. */
  drain?(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs a program until it receives SIGTERM or SIGINT, or its parent closes the IPC channel; then stops it gracefully,
 * once, within 12 s, after its drain if a process manager asks. A failed start prints one sentence.
 */
export async function runUntilStopped(start: () => Promise<Program>): Promise<void> {
  let stopping = false
  surviveDeafness()
  endWithoutSecrets()
  const ready = start().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : 'The program could not start.')
    process.exit(1)
  })
  const stop = async (drains: boolean) => {
    if (stopping) return
    stopping = true
    const limit = setTimeout(() => process.exit(1), STOP_MS).unref()
    const program = await ready
    if (drains) await program.drain?.()
    limit.refresh()
    await program.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop(true))
  for (const signal of ['SIGINT', 'disconnect'] as const) process.on(signal, () => void stop(false))
  await ready
  // Written now rather than at exit, so that a killed program also starts quickly the next time.
  flushCompileCache()
}

const STOP_MS = 12_000
const LAST_WORDS_MS = 1_500

/** Output errors, such as a full disk or a closed pipe, lose a line but do not end the program. */
function surviveDeafness(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

/** Ends the program on an uncaught error and logs its origin. Node's own message would print statement parameters. */
function endWithoutSecrets(): void {
  let isEnding = false
  process.on('uncaughtException', (error) => {
    console.error(JSON.stringify({ event: 'program ended', error: describeError(error) }))
    if (isEnding) process.exit(1)
    isEnding = true
    // The program may be in any state: a second error ends it at once, and the error report has a time limit.
    setTimeout(() => process.exit(1), LAST_WORDS_MS)
    void lastWords(error).finally(() => process.exit(1))
  })
}
