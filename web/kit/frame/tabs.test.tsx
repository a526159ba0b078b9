import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

const ongoing = vi.hoisted(() => vi.fn())
vi.mock('../ongoing.ts', () => ({ useIsOngoing: ongoing }))
vi.mock('./Brand.tsx', () => ({ WebsiteLink: () => null }))

const names = ['home', 'history', 'support', 'profile', 'ongoing'].map((tab) => `brand.tab.${tab}`)
beforeAll(() => loadMessages('en', Object.fromEntries([...names, 'ui.tabs.main'].map((key) => [key, [key]]))))

const tabs = (isOn: boolean) => {
  ongoing.mockReturnValue(isOn)
  return renderToString(<Tabs current="home" />).split('<a ')
}
const ofHistory = (markup: string[]) => markup.filter((tab) => tab.includes('brand.tab.ongoing'))

test('during a consultation only the History tab has a dot and announces it [B2.22]', () => {
  const [noted = '', ...others] = ofHistory(tabs(true))
  expect(noted).toContain('href="/consultations"')
  const disabledCapabilities = tabs(false).find((tab) => tab.includes('href="/consultations"')) ?? ''
  // A text for screen readers, and the visible dot.
  expect(noted.split('<span').length - disabledCapabilities.split('<span').length).toBe(2)
  expect(others).toEqual([])
})

test('without a consultation no tab has a dot', () => expect(ofHistory(tabs(false))).toEqual([]))
