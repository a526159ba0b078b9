import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startMessages } from '../vite/native.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
/** What may be on the screen of an app that has reached nobody yet. */
const SHOWN = ['web/native.tsx', ...['ErrorState', 'Spinner', 'TraceId'].map((name) => `ui/${name}/${name}.tsx`)]
const keys = SHOWN.flatMap((path) => [...read(path).matchAll(/\bt\('([^']+)'/g)].map(([_whole, key]) => key))

test.each(Object.entries(startMessages()))(
  'in %s the app has every word of its first screen before it reached anybody',
  (_, messages) => {
    expect(keys.length).toBeGreaterThan(5)
    expect(keys.filter((key) => !messages[key ?? ''])).toEqual([])
  },
)
