import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadScreen } from './screens.tsx'

const load = vi.hoisted(() => vi.fn())
const loadMessages = vi.hoisted(() => vi.fn())
vi.mock('./lazy-routes.ts', () => ({ lazyRoutes: { profile: load } }))
vi.mock('./kit/content/messages.ts', () => ({ loadAllMessages: loadMessages }))

const Screen = () => null

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a screen needs its messages as well as its code, and is loaded once [A8.14]', async () => {
  load.mockResolvedValue(Screen)
  loadMessages.mockRejectedValueOnce(new Error('messages of es: 503')).mockResolvedValue(undefined)
  const one = loadScreen('profile')
  const two = loadScreen('profile')
  expect(one).toBe(two)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await one).toBe(Screen)
  expect(loadMessages).toHaveBeenCalledTimes(2)
})
