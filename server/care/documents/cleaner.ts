import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FileKind } from '@cuida/core/care/documents/document-rules.ts'
import type { Cleaned } from './cleaning.ts'

/** One file takes well under a second; what takes this long was made to. */
const MOST_MS = 12_000
/** Without work for this long the process ends, and its memory with it. */
const IDLE_MS = 20_000
/** Files that may be open at once in one server, received or waiting: the rest is told to come back. */
const MOST_AT_ONCE = 4

const PROGRAM = fileURLToPath(new URL('./clean-process.ts', import.meta.url))

export interface Cleaner {
  /** A place for a file, before a byte of it is read; undefined: too many are under way. Call what is returned when done. */
  enter(): (() => void) | undefined
  clean(kind: FileKind, bytes: Buffer): Promise<Cleaned>
  /** Ends the process; the next file starts another. */
  close(): void
}

/** Opens files in a process of its own, one after the other. */
export function createCleaner({ mostMs = MOST_MS } = {}): Cleaner {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()
  let entered = 0

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
    enter() {
      if (entered >= MOST_AT_ONCE) return undefined
      entered++
      let isIn = true
      return () => {
        if (isIn) entered--
        isIn = false
      }
    },
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
    execArgv: ['--max-old-space-size=256'],
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
