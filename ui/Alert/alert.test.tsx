import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMessages } from '../i18n/messages.ts'
import { Alert } from './Alert.tsx'

// What an alert does once it stands there, without a browser.
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

test('a confirmation leaves after ten seconds [A9.1]', () => {
  const leave = vi.fn()
  renderToString(<Alert tone="success" title="Saved" leaves onClose={leave} />)
  vi.advanceTimersByTime(9_999)
  expect(leave).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(leave).toHaveBeenCalledOnce()
})

test.each([
  ['an error', { tone: 'danger', leaves: true }],
  ['a confirmation with something to press', { tone: 'success', leaves: true, action: 'Undo' }],
  ['what is no confirmation', { tone: 'info' }],
] as const)('%s stays [A9.1]', (_, kind) => {
  const leave = vi.fn()
  renderToString(<Alert {...kind} title="Read me" onClose={leave} />)
  vi.advanceTimersByTime(60_000)
  expect(leave).not.toHaveBeenCalled()
})
