import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'

const OPENING = /<ErrorState\b(?:[^<>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g

/** Error states that offer a retry without showing the failure of the last attempt. */
const without = (text: string): string[] =>
  (text.match(OPENING) ?? []).filter((tag) => /\bonAction=/.test(tag) && !/\b(failure|action)=/.test(tag))

test('every error state shows the support code of its failure', () => {
  const screens = sourceFiles(ROOT, ['web', 'desk']).filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
  const found = screens.flatMap((path) => {
    const tags = readFileSync(join(ROOT, path), 'utf8')
    return without(tags).map((tag) => `${path}: ${tag.replaceAll(/\s+/g, ' ')}`)
  })
  expect(screens.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('the check finds an error state without one', () => {
  expect(without('<ErrorState title={t("x")} onAction={() => void refetch()} />')).toHaveLength(1)
  expect(without('<ErrorState failure={error} onAction={() => void refetch()}>')).toEqual([])
  expect(without('<ErrorState title={t("x")} />')).toEqual([])
})
