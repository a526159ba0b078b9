import { afterEach, expect, test, vi } from 'vitest'
import { goBack } from './navigation.ts'

/** A fake of the browser's history, as far as going back needs it. */
function historyAt(depth: number | undefined) {
  const history = {
    state: depth === undefined ? null : { depth },
    back: vi.fn(),
    pushState: vi.fn(),
    replaceState: vi.fn(),
  }
  vi.stubGlobal('history', history)
  return history
}
afterEach(() => vi.unstubAllGlobals())

test('back returns to the previous screen of the app [A2.15]', () => {
  const history = historyAt(2)
  goBack('/account/profile')
  expect(history.back).toHaveBeenCalledOnce()
  expect(history.replaceState).not.toHaveBeenCalled()
})

test.each([
  ['the first screen of the app', 0],
  ['a screen opened from another site', undefined],
])('back from %s opens its fallback and adds no history entry [A2.15]', (_, depth) => {
  const history = historyAt(depth)
  goBack('/account/profile')
  expect(history.back).not.toHaveBeenCalled()
  expect(history.replaceState).toHaveBeenCalledExactlyOnceWith({ depth: 0 }, '', '/account/profile')
})

test('back from a screen without a fallback opens Home [A2.15]', () => {
  const history = historyAt(0)
  goBack()
  expect(history.replaceState).toHaveBeenCalledExactlyOnceWith({ depth: 0 }, '', '/how-can-we-help')
})
