import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FileKind } from '@cuida/core/care/documents/document-rules.ts'
import type { DrawnPhoto, PhotoDrawer } from '../../access/photo/port.ts'
import type { CleaningAnswer, CleaningResult, CleaningTask } from './cleaning.ts'

/** One file takes well under a second; a file that takes this long was made to. */
const MAX_MS = 12_000
/** After this long without work the process ends and frees its memory. */
const IDLE_MS = 20_000

const PROGRAM = fileURLToPath(new URL('./clean-process.ts', import.meta.url))

/**
 * Cleans patients' documents and clinicians' portraits in one queue: every untrusted file is opened in one process,
 * one at a time.
 */
export interface DocumentSanitizer extends PhotoDrawer {
  clean(kind: FileKind, bytes: Buffer): Promise<CleaningResult>
  /** Ends the process; the next file starts another. */
  close(): void
}

/** Creates a sanitizer with its own child process, started with the first file. */
export function createDocumentSanitizer({ mostMs = MAX_MS } = {}): DocumentSanitizer {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()

  function close(): void {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }
  async function openNow(kind: CleaningTask['kind'], bytes: Buffer): Promise<CleaningAnswer> {
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
  function inLine(kind: CleaningTask['kind'], bytes: Buffer): Promise<CleaningAnswer> {
    const done = line.then(() => openNow(kind, bytes))
    line = done.catch(() => {})
    return done
  }
  return {
    clean: (kind, bytes) => inLine(kind, bytes) as Promise<CleaningResult>,
    draw: (bytes) => inLine('face', bytes) as Promise<DrawnPhoto>,
    close,
  }
}

/** The child gets none of our environment, so an exploited decoder finds no secret. */
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

/** undefined: the process died on this file or took too long. */
function answerOf(
  child: ChildProcess,
  kind: CleaningTask['kind'],
  bytes: Buffer,
  mostMs: number,
): Promise<CleaningAnswer | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), mostMs)
    const died = () => finish(undefined)
    function finish(answer: CleaningAnswer | undefined): void {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', died).off('error', died)
      resolve(answer)
    }
    function onMessage(answer: unknown): void {
      finish(asBuffers(answer as CleaningAnswer))
    }
    child.on('message', onMessage).on('exit', died).on('error', died)
    child.send({ kind, bytes }, (error) => error && died())
  })
}

/** The IPC channel delivers Buffers as Uint8Arrays. */
function asBuffers(answer: CleaningAnswer): CleaningAnswer {
  if ('drawings' in answer)
    return { drawings: answer.drawings.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })) }
  return 'bytes' in answer ? { ...answer, bytes: Buffer.from(answer.bytes) } : answer
}
