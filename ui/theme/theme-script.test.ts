import { expect, test } from 'vitest'
import { themeScript } from './theme-style.ts'

/** The page after its head script ran, with the stored values and the server's theme. */
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
])('a page that was left %s opens %s', (choice, theme) =>
  expect(head({ kept: { theme: choice } })).toEqual({ theme, colours: '' }),
)

test('the cached theme applies unless the page brings its own', () => {
  const kept = { 'theme-style': BRAND }
  expect(head({ kept }).colours).toBe(BRAND)
  expect(head({ kept, written: ':root{}' }).colours).toBe(':root{}')
})

test('neither a browser without storage nor a page without a style element causes an error', () => {
  expect(head({ kept: undefined })).toEqual({ theme: undefined, colours: '' })
  expect(head({ kept: { 'theme-style': BRAND }, written: null }).colours).toBeUndefined()
})
