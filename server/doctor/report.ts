import type { CheckResult } from './check.ts'

const LABEL = { ok: 'ok     ', warning: 'warning', problem: 'problem' } as const

/** One line for each check, and below one that is not ok what to do. */
export function textReport(checks: readonly CheckResult[]): string {
  const lines = checks.flatMap(({ id, status, message, todo }) => [
    `${LABEL[status]}  ${id}: ${message}`,
    ...todo
      .split('\n')
      .filter(Boolean)
      .map((line) => `         ${line}`),
  ])
  const count = (status: CheckResult['status']) => checks.filter((each) => each.status === status).length
  return [...lines, '', `${count('ok')} ok, warnings: ${count('warning')}, problems: ${count('problem')}`].join('\n')
}

export const jsonReport = (checks: readonly CheckResult[]): string => JSON.stringify({ checks }, null, 2)

export const exitCodeOf = (checks: readonly CheckResult[]): 0 | 1 =>
  checks.some(({ status }) => status === 'problem') ? 1 : 0

/** The value of a secret setting, and the password in a setting that is a URL, shorter ones than this would hit words. */
const MIN_SECRET = 6

/** Replaces the values of secrets, whatever a driver or a provider quoted. */
export function withoutSecrets(checks: readonly CheckResult[], secrets: readonly string[]): CheckResult[] {
  const hidden = secrets.flatMap((value) => [value, ...passwordIn(value)]).filter(({ length }) => length >= MIN_SECRET)
  const clean = (text: string) => hidden.reduce((rest, value) => rest.replaceAll(value, '…'), text)
  return checks.map((each) => ({ ...each, message: clean(each.message), todo: clean(each.todo) }))
}

function passwordIn(value: string): string[] {
  if (!URL.canParse(value)) return []
  const { password } = new URL(value)
  return [password, decodeURIComponent(password)]
}
