import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadScreen } from './screens.tsx'

const load = vi.hoisted(() => vi.fn())
const words = vi.hoisted(() => vi.fn())
vi.mock('../routes.ts', () => ({ routes: { home: { load }, support: { load }, about: { load }, profile: { load } } }))
vi.mock('./words.ts', () => ({ loadAllWords: words }))

const Screen = () => null
const lost = () => Promise.reject(new Error('Failed to fetch dynamically imported module'))

beforeEach(() => {
  vi.useFakeTimers()
  load.mockReset().mockResolvedValue(Screen)
  words.mockReset().mockResolvedValue(undefined)
})
afterEach(() => void vi.useRealTimers())

const outcome = (loading: Promise<unknown>) =>
  loading.then(
    () => 'here',
    (error: Error) => error.message,
  )

test('a chunk that is lost is asked for again after 1, 3 and 9 seconds, and comes with the last', async () => {
  load.mockImplementationOnce(lost).mockImplementationOnce(lost).mockImplementationOnce(lost)
  const loaded = outcome(loadScreen('home'))
  for (const [seconds, tries] of [
    [0.9, 1],
    [0.2, 2],
    [2.8, 2],
    [0.2, 3],
    [8.8, 3],
    [0.2, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    expect(load).toHaveBeenCalledTimes(tries)
  }
  expect(await loaded).toBe('here')
})

test('a chunk that is lost four times has failed; who tries again starts anew', async () => {
  load.mockImplementation(lost)
  const failed = outcome(loadScreen('support'))
  await vi.advanceTimersByTimeAsync(13_100)
  expect(await failed).toContain('Failed to fetch')
  load.mockResolvedValue(Screen)
  expect(await outcome(loadScreen('support'))).toBe('here')
})

test('a chunk that does not come has failed after 120 seconds, and not before', async () => {
  load.mockImplementation(() => new Promise(() => {}))
  const told = vi.fn()
  void outcome(loadScreen('about')).then(told)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledExactlyOnceWith('timeout')
})

test('a screen needs its words as much as its code, and is loaded once', async () => {
  words.mockImplementationOnce(lost)
  const [one, two] = [loadScreen('profile'), loadScreen('profile')]
  expect(one).toBe(two)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await one).toBe(Screen)
  expect(words).toHaveBeenCalledTimes(2)
})
