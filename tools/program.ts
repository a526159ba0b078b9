import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines } from './run.ts'

/** A long-running program. */
export interface Program {
  name: string
  command: string
  args: string[]
  env?: Record<string, string | undefined>
  cwd?: string
  uid?: number
  gid?: number
  /** The signal that asks for a graceful stop. */
  signal: 'SIGTERM' | 'SIGINT'
  /** Seconds until a stopping program is killed. */
  stopSeconds: number
  /** The file for its output. */
  log: string
}

/** Anything that runs until it is stopped. */
export interface Stoppable {
  /** Asks it to stop and waits for its end. */
  stop(): Promise<void>
  /** Kills it and its child processes at once. */
  kill(): void
}

export interface RunningProgram extends Stoppable {
  /** Resolves with the exit code. */
  exited: Promise<number>
  hasExited(): boolean
  /** The last lines of its output in this run. */
  lastWords(): string
}

// Runs in a session of its own, so that Ctrl-C in the terminal reaches us alone and we control the order of stopping.
// The shell in between holds a pipe to us: when we stop the program, or are killed, the pipe closes and the shell
// stops the program. The umask keeps its files (uploads, messages) private to its user.
const GUARD = `
umask 077
signal=$1; shift
exec 3<&0
"$@" </dev/null 3<&- & program=$!
{ read -r _ <&3; kill -s "$signal" "$program"; } 2>/dev/null & watch=$!
wait "$program"; code=$?
kill "$watch" 2>/dev/null
exit "$code"`

export function launch(program: Program): RunningProgram {
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
  // Writing to a killed guard fails with a broken pipe; its exit event is handled instead.
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
      const limit = setTimeout(kill, program.stopSeconds * 1000)
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
    // Already ended.
  }
}

const MAX_WAIT = 30_000
const HEALTHY = 60_000

/** Restarts the program whenever it ends by itself, after 1, 2, 4 … 30 s; a minute of uptime resets the delay. */
export function keepRunning(program: Program, first: RunningProgram, report: (line: string) => void): Stoppable {
  const ending = new AbortController()
  let current = first
  const watch = async () => {
    for (let wait = 1000; ; wait = Math.min(wait * 2, MAX_WAIT)) {
      const began = Date.now()
      const code = await current.exited.catch(() => 1)
      if (ending.signal.aborted) return
      if (Date.now() - began > HEALTHY) wait = 1000
      report(`${program.name} ended (code ${code}); starting it again in ${wait / 1000} s. Its log: ${program.log}`)
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
