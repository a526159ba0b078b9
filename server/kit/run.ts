import { flushCompileCache } from 'node:module'
import { described } from './log/log.ts'

/** Who hears what ended the program, before it does. */
type LastWords = (error: unknown) => Promise<void>
let lastWords: LastWords = async () => {}
export const beforeItEnds = (hear: LastWords): void => {
  lastWords = hear
}

/**
 * Runs a program until it is told to stop (SIGTERM, SIGINT, or its parent's end over the IPC channel), then stops it
 * gracefully, once, and within 12 s. A start that fails prints one sentence.
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
  // Now, not at the end: who is killed starts as quickly again.
  flushCompileCache()
}

const LAST_WORDS_MS = 1_500

/** A disk that is full, a reader who is gone: a line that nobody takes is lost, and the work goes on. */
function surviveDeafness(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

/** What nobody caught ends the program, and says where it came from: Node itself would print what a statement was given. */
function endWithoutSecrets(): void {
  let isEnding = false
  process.on('uncaughtException', (error) => {
    console.error(JSON.stringify({ event: 'program ended', error: described(error) }))
    if (isEnding) process.exit(1)
    isEnding = true
    // It may be in any state: a second one ends it at once, and nobody waits for who does not listen.
    setTimeout(() => process.exit(1), LAST_WORDS_MS)
    void lastWords(error).finally(() => process.exit(1))
  })
}
