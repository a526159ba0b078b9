import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { DebugBanner } from './DebugBanner.tsx'

const initialState = vi.hoisted(() => vi.fn())
vi.mock('../content/initial-state.ts', () => ({ readInitialState: initialState }))
vi.mock('../api.ts', () => ({ session: { id: () => 'session-7' } }))

beforeEach(() => {
  vi.resetModules()
})

test('the banner shows session, time, screen and its path and query parameters, but no token [A2.48]', () => {
  loadMessages('en', {})
  const text = renderToString(
    <Router ssrSearch="date=2026-11-26&timeout=true&token=secret">
      <DebugBanner match={{ name: 'product', params: { slug: 'nutrition' } }} />
    </Router>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  expect(text).toContain('session-7')
  expect(text).toMatch(/ \d\d:\d\d /)
  expect(text).toContain('product slug=nutrition date=2026-11-26 timeout=true')
  expect(text).not.toContain('secret')
})

test.each([
  ['shown to a profile with permission outside production', true, { showDebugInfo: true }, true],
  ['hidden from a profile without permission', true, { showDebugInfo: false }, false],
  ['hidden in production', false, { showDebugInfo: true }, false],
  ['hidden from a guest', true, undefined, false],
])('the banner is %s [A2.48]', async (_, info, profile, sees) => {
  initialState.mockReturnValue({ debug: { info, languages: false } })
  const { seesDebugInfo } = await import('./debug.ts')
  expect(seesDebugInfo(profile)).toBe(sees)
})
