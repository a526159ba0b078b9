import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'

const OPENING = /<ErrorState\b(?:[^<>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g

/** Those that lead on by another try, and do not say how the one before ended. */
const without = (text: string): string[] =>
  (text.match(OPENING) ?? []).filter((tag) => /\bonAction=/.test(tag) && !/\b(failure|action)=/.test(tag))

test('what did not load shows the code by which the log knows why', () => {
  const screens = sourceFiles(ROOT, ['web', 'desk']).filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
  const found = screens.flatMap((path) => {
    const tags = readFileSync(join(ROOT, path), 'utf8')
    return without(tags).map((tag) => `${path}: ${tag.replaceAll(/\s+/g, ' ')}`)
  })
  expect(screens.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('and this is how one is found that does not', () => {
  expect(without('<ErrorState title={t("x")} onAction={() => void refetch()} />')).toHaveLength(1)
  expect(without('<ErrorState failure={error} onAction={() => void refetch()}>')).toEqual([])
  expect(without('<ErrorState title={t("x")} />')).toEqual([])
})
