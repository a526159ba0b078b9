import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FileKind } from '@cuida/core/care/documents/document-rules.ts'
import type { Cleaned } from './cleaning.ts'

/** One file takes well under a second; what takes this long was made to. */
const MOST_MS = 12_000
/** Without work for this long the process ends, and its memory with it. */
const IDLE_MS = 20_000

const PROGRAM = fileURLToPath(new URL('./clean-process.ts', import.meta.url))

export interface Cleaner {
  clean(kind: FileKind, bytes: Buffer): Promise<Cleaned>
  /** Ends the process; the next file starts another. */
  close(): void
}

/** Opens files in a process of its own, one after the other. */
export function createCleaner({ mostMs = MOST_MS } = {}): Cleaner {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()

  function close(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }
  async function cleanNow(kind: FileKind, bytes: Buffer): Promise<Cleaned> {
    clearTimeout(idle)
    child ??= start(() => {
      child = undefined
    })
    const answer = await answerOf(child, kind, bytes, mostMs)
    if (!answer) close()
    idle = setTimeout(close, IDLE_MS)
    idle.unref()
    return answer ?? { problem: 'FILE_UNREADABLE' }
  }
  return {
    clean(kind, bytes) {
      const done = line.then(() => cleanNow(kind, bytes))
      line = done.catch(() => {})
      return done
    },
    close,
  }
}

/** It gets none of our settings: a decoder that was taken over finds no secret. */
function start(onExit: () => void): ChildProcess {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=256', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', onExit)
  child.unref()
  child.channel?.unref()
  return child
}

/** undefined: it died of this file, or took too long. */
function answerOf(child: ChildProcess, kind: FileKind, bytes: Buffer, mostMs: number): Promise<Cleaned | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(undefined), mostMs)
    const died = () => settle(undefined)
    function settle(answer: Cleaned | undefined): void {
      clearTimeout(timer)
      child.off('message', told).off('exit', died).off('error', died)
      resolve(answer)
    }
    function told(answer: unknown): void {
      const cleaned = answer as Cleaned
      settle('bytes' in cleaned ? { ...cleaned, bytes: Buffer.from(cleaned.bytes) } : cleaned)
    }
    child.on('message', told).on('exit', died).on('error', died)
    child.send({ kind, bytes }, (error) => error && died())
  })
}
