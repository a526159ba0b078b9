import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'

// A link of the design system takes its address as it is, and one of the desk stands below the desk's own: as it is, it
// leads to the patients' app.

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
test('and this is how one is found that does', () => {
  expect(leadsOut('<LinkButton icon="lock" href="/records/emergency">')).toHaveLength(1)
  expect(leadsOut('<LinkButton href={address} download="x.txt">')).toEqual([])
  expect(leadsOut('<PageLinkButton href="/records/emergency">')).toEqual([])
})
