import { setTimeout as pause } from 'node:timers/promises'

export interface Outcome {
  status: 'ok' | 'warning' | 'problem'
  /** What was found. */
  message: string
  /** What to do about it; empty when all is well. */
  todo: string
}

export interface Check {
  id: string
  run(): Promise<Outcome> | Outcome
}

export interface CheckResult extends Outcome {
  id: string
}

export const ok = (message: string): Outcome => ({ status: 'ok', message, todo: '' })
export const warning = (message: string, todo: string): Outcome => ({ status: 'warning', message, todo })
export const problem = (message: string, todo: string): Outcome => ({ status: 'problem', message, todo })

const TIMEOUT_MS = 5_000

/** Runs all checks at the same time. One that fails or hangs is a problem of its own and never stops the others. */
export const runChecks = (checks: readonly Check[], timeoutMs = TIMEOUT_MS): Promise<CheckResult[]> =>
  Promise.all(checks.map(async (check) => ({ id: check.id, ...(await outcomeOf(check, timeoutMs)) })))

function outcomeOf(check: Check, timeoutMs: number): Promise<Outcome> {
  const late = pause(timeoutMs, undefined, { ref: false }).then(() =>
    problem(
      `no result within ${timeoutMs / 1000} s`,
      'Check the network and the firewall between the two, then run this command again.',
    ),
  )
  // The text of an unknown error may quote a setting, so only its class is printed.
  const result = (async () => check.run())().catch((error: unknown) =>
    problem(
      `the check failed: ${error instanceof Error ? error.name : 'unknown reason'}`,
      'Fix the other problems first, then run this command again.',
    ),
  )
  return Promise.race([result, late])
}
