import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'

/** Alerts and error states whose text comes from a failure. */
const ELEMENT = /<(Alert|ErrorState)\b(?:[^<>]|=>|<(?!\/\1>))*?(?:\/>|>.*?<\/\1>)/gs
const SAYS_WHY = /\b(?:failureMessage|checkoutFailureMessage|refusalMessage|subscriptionMessage|refusalReason)\(/

/** Alerts and error states that explain a failure without its support code. */
function withoutCode({ path, text }: { path: string; text: string }): string[] {
  const elements = [...text.matchAll(ELEMENT)].map(([element]) => element)
  return elements.filter((one) => SAYS_WHY.test(one) && !/\bfailure=\{/.test(one)).map((one) => `${path}: ${one}`)
}

const sources = sourceFiles(ROOT, ['web', 'desk'])
  .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test('every message about a failure shows its support code [A8.13]', () => {
  const saying = sources.filter(({ text }) => SAYS_WHY.test(text))
  expect(saying.length).toBeGreaterThan(20)
  expect(sources.flatMap(withoutCode)).toEqual([])
})

test.each([
  ['an alert', '<Alert title={failureMessage(error)} />', 1],
  ['an alert with its text inside', '<Alert title="No">{checkoutFailureMessage(error)}</Alert>', 1],
  ['an error state', '<ErrorState title={failureMessage(error)} onAction={() => void again()} />', 1],
  ['no alert with the code', '<Alert title={failureMessage(error)} failure={error} />', 0],
  ['no alert about something else', '<Alert title={t("ui.saved")} />', 0],
])('the check finds %s', (_, text, found) => expect(withoutCode({ path: 'web/x.tsx', text })).toHaveLength(found))
