import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMessages } from '../i18n/messages.ts'
import { Alert } from './Alert.tsx'

// The effects of an alert after mount, without a browser.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (run: () => void) => run(),
  useLayoutEffect: () => {},
}))

beforeEach(() => {
  loadMessages('en', { 'ui.close': ['Close'] })
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test('a confirmation closes by itself after ten seconds [A9.1]', () => {
  const leave = vi.fn()
  renderToString(<Alert tone="success" title="Saved" leaves onClose={leave} />)
  vi.advanceTimersByTime(9_999)
  expect(leave).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(leave).toHaveBeenCalledOnce()
})

test.each([
  ['an error', { tone: 'danger', leaves: true }],
  ['a confirmation with an action', { tone: 'success', leaves: true, action: 'Undo' }],
  ['a message that is no confirmation', { tone: 'info' }],
] as const)('%s stays open [A9.1]', (_, kind) => {
  const leave = vi.fn()
  renderToString(<Alert {...kind} title="Read me" onClose={leave} />)
  vi.advanceTimersByTime(60_000)
  expect(leave).not.toHaveBeenCalled()
})
