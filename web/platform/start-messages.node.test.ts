import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startMessages } from '../vite/native.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
/** What a native app may show before its first reply. */
const SHOWN = ['web/native.tsx', ...['ErrorState', 'Spinner', 'TraceId'].map((name) => `ui/${name}/${name}.tsx`)]
const keys = SHOWN.flatMap((path) => [...read(path).matchAll(/\bt\('([^']+)'/g)].map(([_whole, key]) => key))

test.each(Object.entries(startMessages()))(
  'in %s a native app has every message of its first screen before any reply',
  (_, messages) => {
    expect(keys.length).toBeGreaterThan(5)
    expect(keys.filter((key) => !messages[key ?? ''])).toEqual([])
  },
)
