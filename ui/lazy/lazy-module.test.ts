import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lazyModule, loadEventually } from './lazy-module.ts'
import { NeedsReload } from './load-with-retry.ts'

const come = { name: 'help' }
const failLoading = () => Promise.reject(new Error('Failed to fetch dynamically imported module'))
const load = vi.fn(async () => come)

beforeEach(() => {
  vi.useFakeTimers()
  load.mockReset().mockResolvedValue(come)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const outcome = (loading: Promise<unknown>) =>
  loading.then(
    () => 'here',
    (error: Error) => (error instanceof NeedsReload && error.isNewBuild ? 'new build' : error.message),
  )

test('a failed load is retried after 1, 3 and 9 seconds, and the last retry can succeed [A8.14]', async () => {
  load.mockImplementationOnce(failLoading).mockImplementationOnce(failLoading).mockImplementationOnce(failLoading)
  const help = lazyModule(load)
  const loaded = outcome(help.load())
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
  expect(help.here()).toBe(come)
})

test('after four failures the load fails as a lost network, and a further attempt starts again', async () => {
  load.mockImplementation(failLoading)
  const help = lazyModule(load)
  const failed = outcome(help.load())
  await vi.advanceTimersByTimeAsync(13_100)
  expect(await failed).toBe('0 OFFLINE')
  load.mockResolvedValue(come)
  expect(await outcome(help.load())).toBe('here')
})

test('a load without result fails after 120 seconds, not before [A8.14] [B8.12]', async () => {
  load.mockImplementation(() => new Promise(() => {}))
  const onOutcome = vi.fn()
  void outcome(lazyModule(load).load()).then(onOutcome)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(onOutcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onOutcome).toHaveBeenCalledExactlyOnceWith('0 OFFLINE')
})

test('concurrent loads share one request', async () => {
  const help = lazyModule(load)
  expect(help.load()).toBe(help.load())
  await help.load()
  expect(load).toHaveBeenCalledTimes(1)
})

test('without a network the load fails at once', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  load.mockImplementation(failLoading)
  expect(await outcome(lazyModule(load).load())).toBe('0 OFFLINE')
  expect(load).toHaveBeenCalledTimes(1)
})

test('the next retry starts at once when the network is back', async () => {
  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  load.mockImplementationOnce(failLoading)
  const loaded = outcome(lazyModule(load).load())
  await vi.advanceTimersByTimeAsync(10)
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await loaded).toBe('here')
})

test('a preload that no screen waits for is retried until it succeeds', async () => {
  load.mockImplementation(failLoading)
  const loaded = outcome(loadEventually(lazyModule(load)))
  await vi.advanceTimersByTimeAsync(200_000)
  load.mockResolvedValue(come)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await loaded).toBe('here')
})

describe('a failed load while the server responds', () => {
  const entry = { src: 'https://here.example/assets/first.js' }
  const answers = (status: number, type: string) => {
    vi.stubGlobal('document', { querySelector: () => entry })
    vi.stubGlobal('fetch', async () => new Response(null, { status, headers: { 'content-type': type } }))
  }

  test.each([
    ['the entry file is gone', 404, 'application/json'],
    ['an HTML page replaces the entry file', 200, 'text/html; charset=utf-8'],
  ])('%s: the server has another build, which needs a page load', async (_, status, type) => {
    answers(status, type)
    load.mockImplementation(failLoading)
    expect(await outcome(lazyModule(load).load())).toBe('new build')
    expect(load).toHaveBeenCalledTimes(1)
    await expect(loadEventually(lazyModule(load))).rejects.toBeInstanceOf(NeedsReload)
  })

  test('the file exists but the module fails: this page cannot load it', async () => {
    answers(200, 'text/javascript; charset=utf-8')
    load.mockImplementation(failLoading)
    const loaded = outcome(lazyModule(load).load())
    await vi.advanceTimersByTimeAsync(13_100)
    expect(await loaded).toBe('reload')
    expect(load).toHaveBeenCalledTimes(4)
  })

  test('a temporary server error does not mean another build', async () => {
    answers(503, 'application/json')
    load.mockImplementation(failLoading)
    const loaded = outcome(lazyModule(load).load())
    await vi.advanceTimersByTimeAsync(13_100)
    expect(await loaded).toBe('0 OFFLINE')
  })
})
