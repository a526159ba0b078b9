import { readFileSync } from 'node:fs'
import { loadWords } from '@cuida/ui/words/words.ts'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

const ongoing = vi.hoisted(() => vi.fn())
vi.mock('./ongoing.ts', () => ({ useIsOngoing: ongoing }))
vi.mock('./Brand.tsx', () => ({ WayHome: () => null }))

const names = ['home', 'history', 'support', 'profile', 'ongoing'].map((tab) => `brand.tab.${tab}`)
beforeAll(() => loadWords('en', Object.fromEntries([...names, 'ui.tabs.main'].map((key) => [key, [key]]))))

const tabs = (isOn: boolean) => {
  ongoing.mockReturnValue(isOn)
  return renderToString(<Tabs current="home" />).split('<a ')
}
const ofHistory = (markup: string[]) => markup.filter((tab) => tab.includes('brand.tab.ongoing'))

test('while a consultation is on, History has a dot and says so, and no other tab does', () => {
  const [noted = '', ...others] = ofHistory(tabs(true))
  expect(noted).toContain('href="/consultations"')
  const without = tabs(false).find((tab) => tab.includes('href="/consultations"')) ?? ''
  // Words for who listens, and the dot for who looks.
  expect(noted.split('<span').length - without.split('<span').length).toBe(2)
  expect(others).toEqual([])
})

test('while none is, no tab has one', () => expect(ofHistory(tabs(false))).toEqual([]))

test('the dot is 8 px of colour', () => {
  const css = readFileSync(new URL('../../ui/TabBar/TabBar.module.css', import.meta.url), 'utf8')
  const [, dot = ''] = /\.dot \{([^}]*)\}/.exec(css) ?? []
  const px = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)px`).exec(dot)?.[1])
  for (const side of ['inline-size', 'block-size']) expect(px(side) - 2 * px('border')).toBe(8)
  expect(dot).toContain('background: var(--accent)')
})
