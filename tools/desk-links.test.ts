import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'

// A design system link takes a raw address, while the desk's links are relative to the desk's base: a raw desk
// address would lead to the patient app.

const screens = sourceFiles(ROOT, ['desk']).filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
const leadsOut = (text: string): string[] =>
  (text.match(/<(?:LinkButton|ListRow)\b[^<>]*>/g) ?? []).filter(
    (one) => /\bhref=/.test(one) && !/\bdownload=/.test(one),
  )

test('no link of the desk leads out of it', () => {
  expect(screens.length).toBeGreaterThan(100)
  const own = screens.filter((path) => !path.endsWith('PageLinkButton.tsx'))
  expect(own.flatMap((path) => leadsOut(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
})
test('the check finds a link that leads out', () => {
  expect(leadsOut('<LinkButton icon="lock" href="/records/emergency">')).toHaveLength(1)
  expect(leadsOut('<LinkButton href={address} download="x.txt">')).toEqual([])
  expect(leadsOut('<PageLinkButton href="/records/emergency">')).toEqual([])
})
