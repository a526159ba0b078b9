import { flushCompileCache } from 'node:module'
import { describeError } from './log/log.ts'

/** Reports the error that ends the program, before it exits. */
type LastWords = (error: unknown) => Promise<void>
let lastWords: LastWords = async () => {}
export const beforeItEnds = (handler: LastWords): void => {
  lastWords = handler
}

/**
 * Runs a program until it receives SIGTERM or SIGINT, or its parent closes the IPC channel; then stops it gracefully,
 * once, within 12 s. A failed start prints one sentence.
 */
export async function runUntilStopped(start: () => Promise<() => Promise<void>>): Promise<void> {
  let stopping = false
  surviveDeafness()
  endWithoutSecrets()
  const ready = start().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : 'The program could not start.')
    process.exit(1)
  })
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), 12_000).unref()
    await (await ready)()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop())
  await ready
  // Written now rather than at exit, so that a killed program also starts quickly the next time.
  flushCompileCache()
}

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
