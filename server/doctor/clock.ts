import { type Outcome, ok, problem, warning } from './check.ts'

const WARN_SECONDS = 2
const FAIL_SECONDS = 30
const ADVICE =
  'Turn on time synchronisation (chrony, systemd-timesyncd) on both machines: codes, locks and signatures depend on it.'

/** `ours` is the middle of the request in milliseconds, so that a slow network does not count as a difference. */
export function clockOutcome(name: string, theirs: Date, ours: number): Outcome {
  const seconds = Math.abs(theirs.getTime() - ours) / 1000
  const text = `differs from ${name} by ${seconds.toFixed(1)} s`
  if (seconds > FAIL_SECONDS) return problem(text, ADVICE)
  return seconds > WARN_SECONDS ? warning(text, ADVICE) : ok(text)
}
