import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines } from './run.ts'

/** A program that runs as long as we do. */
export interface Program {
  name: string
  command: string
  args: string[]
  env?: Record<string, string | undefined>
  cwd?: string
  uid?: number
  gid?: number
  /** What asks it to stop gracefully. */
  signal: 'SIGTERM' | 'SIGINT'
  /** Seconds it may take to stop; then it is killed. */
  patience: number
  /** File that takes what it prints. */
  log: string
}

/** Anything that runs until we end it. */
export interface Part {
  /** Asks it to stop and waits for its end. */
  stop(): Promise<void>
  /** Ends it and everything it started, at once. */
  kill(): void
}

export interface Running extends Part {
  /** Resolves with the exit code, whoever ended it. */
  exited: Promise<number>
  hasExited(): boolean
  /** The last lines it printed in this run. */
  lastWords(): string
}

// A session of its own, so that Ctrl-C in the terminal reaches us alone and we choose the order of stopping. The
// shell in between holds our pipe: when we stop it, or die without a word, the pipe closes and the program is told.
// What a program writes (uploads, messages) is for its user alone.
const GUARD = `
umask 077
signal=$1; shift
exec 3<&0
"$@" </dev/null 3<&- & program=$!
{ read -r _ <&3; kill -s "$signal" "$program"; } 2>/dev/null & watch=$!
wait "$program"; code=$?
kill "$watch" 2>/dev/null
exit "$code"`

export function launch(program: Program): Running {
  const { command, args, env = process.env, cwd, uid, gid } = program
  const log = openSync(program.log, 'a', 0o600)
  const begin = statSync(program.log).size
  const guard = spawn('/bin/sh', ['-c', GUARD, program.name, program.signal.slice(3), command, ...args], {
    cwd,
    env,
    uid,
    gid,
    detached: true,
    stdio: ['pipe', log, log],
  })
  closeSync(log)
  // A guard that was killed leaves a broken pipe; its exit tells.
  guard.stdin?.on('error', () => {})
  let over = false
  const exited = new Promise<number>((resolve, reject) => {
    guard.on('error', reject)
    guard.on('exit', (code, signal) => resolve(code ?? (signal ? 137 : 1)))
  }).finally(() => {
    over = true
  })
  exited.catch(() => {})
  const kill = () => {
    if (!over && guard.pid) killGroup(guard.pid)
  }
  return {
    exited,
    kill,
    hasExited: () => over,
    async stop() {
      if (over) return
      guard.stdin?.end()
      const limit = setTimeout(kill, program.patience * 1000)
      await exited.catch(() => {})
      clearTimeout(limit)
    },
    lastWords: () => lastLines(readFileSync(program.log).subarray(begin).toString()),
  }
}

function killGroup(leader: number) {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

const LONGEST_WAIT = 30_000
const HEALTHY = 60_000

/** Starts the program again whenever it ends by itself, after 1, 2, 4 … 30 s; a healthy minute forgets the past. */
export function keepRunning(program: Program, first: Running, say: (line: string) => void): Part {
  const ending = new AbortController()
  let current = first
  const watch = async () => {
    for (let wait = 1000; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const began = Date.now()
      const code = await current.exited.catch(() => 1)
      if (ending.signal.aborted) return
      if (Date.now() - began > HEALTHY) wait = 1000
      say(`${program.name} ended (code ${code}); starting it again in ${wait / 1000} s. Its log: ${program.log}`)
      await sleep(wait, undefined, { signal: ending.signal })
      current = launch(program)
    }
  }
  watch().catch(() => {})
  return {
    stop() {
      ending.abort()
      return current.stop()
    },
    kill() {
      ending.abort()
      current.kill()
    },
  }
}
