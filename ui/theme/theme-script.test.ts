import { expect, test } from 'vitest'
import { themeScript } from './theme-style.ts'

/** What a page looks like after its head ran, with what was kept last time and what the server wrote into it. */
function head({ kept = {} as Record<string, string> | undefined, written = '' as string | null } = {}) {
  const root = { dataset: {} as { theme?: string } }
  const style = written === null ? null : { textContent: written }
  const document = { documentElement: root, getElementById: (id: string) => (id === 'theme' ? style : null) }
  const localStorage = kept && { ...kept, getItem: (key: string) => kept[key] ?? null }
  new Function('document', 'localStorage', themeScript)(document, localStorage)
  return { theme: root.dataset.theme, colours: style?.textContent }
}
const BRAND = ':root{--brand:#123456}'

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['sepia', undefined],
])('a page that was left %s is %s', (choice, theme) =>
  expect(head({ kept: { theme: choice } })).toEqual({ theme, colours: '' }),
)

test('it has the colours of last time, unless it brings its own', () => {
  const kept = { 'theme-style': BRAND }
  expect(head({ kept }).colours).toBe(BRAND)
  expect(head({ kept, written: ':root{}' }).colours).toBe(':root{}')
})

test('a browser that keeps nothing, and a page without a place for them, break nothing', () => {
  expect(head({ kept: undefined })).toEqual({ theme: undefined, colours: '' })
  expect(head({ kept: { 'theme-style': BRAND }, written: null }).colours).toBeUndefined()
})
