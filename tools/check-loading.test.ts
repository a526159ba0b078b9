import { expect, test } from 'vitest'
import { loadingProblems } from './check-loading.ts'

const found = (text: string, path = 'web/care/CallScreen.tsx') => loadingProblems([{ path, text }])

test.each([
  ["React's own", "import { lazy, useState } from 'react'\n", 'web/app.tsx'],
  ['its fallback', "import { type ReactNode,\n  Suspense,\n} from 'react'\n", 'ui/Screen/Screen.tsx'],
  ['a promise of a module', "const store = import('./cart-store.ts')\n", 'web/after-sign-out.ts'],
  ['one that is waited for', "const { a } = await import('./a.ts')\n", 'desk/care/queries.ts'],
  ['one beside a good one', "const a = part(() => import('./a.ts'))\nvoid import('./b.ts')\n", 'web/care/queries.ts'],
])('%s is found', (_, text, path) => expect(found(text, path)).toHaveLength(1))

test.each([
  ['a component', "const Help = lazy('Help', () => import('./Help.tsx'), { place: 'over' })\n"],
  ['one with its words', "const Help = lazy(\n  'Help',\n  withWords(() => import('./Help.tsx')),\n)\n"],
  ['a module', "const store = part(() => import('./cart-store.ts'))\n"],
  ['a screen', "home: pick('HomeScreen', () => import('./catalogue/HomeScreen.tsx')),\n"],
  ['screens that come together', "const ofProfile = () => import('./profile/screens.ts')\n"],
  ['a type', "const real: typeof import('./a.ts') = a\n"],
  ['words about it', "// import('./a.ts') is for lazy\n/** lazy('Help', () => import('./Help.tsx')) */\n"],
  ['other things of React', "import { useState } from 'react'\n"],
])('%s passes', (_, text) => expect(found(text)).toEqual([]))

test('a test may bring in what it tries', () => expect(found("await import('./a.ts')", 'web/a.test.ts')).toEqual([]))
test('the server has its files at hand', () => expect(found("await import('./a.ts')", 'server/a.ts')).toEqual([]))
