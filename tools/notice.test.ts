import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockedPackages } from './licences.ts'
import { noticeText } from './notice.ts'
import { ROOT } from './run.ts'

const one = (name: string, licence: string, dev = false) => ({
  name,
  version: '1.0.0',
  path: `node_modules/${name}`,
  licence,
  dev,
})

test('each run-time package is named once under its licence, and build tools are not', () => {
  const text = noticeText([
    one('b', 'MIT'),
    one('a', 'MIT'),
    one('a', 'MIT'),
    one('c', 'ISC'),
    one('builder', 'MIT', true),
  ])
  expect(text).toContain('\nISC\n  c 1.0.0\n\nMIT\n  a 1.0.0\n  b 1.0.0\n')
  expect(text).not.toContain('builder')
})

// After adding a package: vitest run tools/notice.test.ts -u
test('NOTICE names everything that is delivered', () =>
  expect(noticeText(lockedPackages(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))).toMatchFileSnapshot(
    join(ROOT, 'NOTICE'),
  ))
