import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Saver } from './saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that takes 100 ms, remembers what came, and can be told to fail. */
function slowServer() {
  const world = { text: '', received: [] as string[], atOnce: 0, mostAtOnce: 0, failures: 0 }
  const save = async () => {
    const sent = world.text
    world.mostAtOnce = Math.max(world.mostAtOnce, ++world.atOnce)
    await new Promise((resolve) => setTimeout(resolve, 100))
    world.atOnce--
    if (world.failures-- > 0) throw new Error('no network')
    world.received.push(sent)
  }
  return { world, save }
}

test('a burst of typing is one request with the last letter', async () => {
  const { world, save } = slowServer()
  const saver = new Saver({ save, worthRetrying: () => true })
  for (const text of ['m', 'me', 'me duele']) {
    world.text = text
    saver.changed()
    await vi.advanceTimersByTimeAsync(300)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.received).toEqual(['me duele'])
})

test('what changes during a request follows it, one request at a time', async () => {
  const { world, save } = slowServer()
  const saver = new Saver({ save, worthRetrying: () => true, pauseMs: 10 })
  for (const text of ['a', 'b', 'c', 'd']) {
    world.text = text
    saver.changed()
    await vi.advanceTimersByTimeAsync(60)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.received.at(0)).toBe('a')
  expect(world.received.at(-1)).toBe('d')
  expect(world.mostAtOnce).toBe(1)
})

test('without a network it goes on trying until the text has arrived', async () => {
  const { world, save } = slowServer()
  const saver = new Saver({ save, worthRetrying: () => true })
  Object.assign(world, { text: 'tengo fiebre', failures: 3 })
  saver.changed()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(world.received).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(world.received).toEqual(['tengo fiebre'])
})

test('a refusal is not repeated until something changes', async () => {
  const { world, save } = slowServer()
  const saver = new Saver({ save, worthRetrying: () => false })
  Object.assign(world, { text: 'a', failures: 1 })
  saver.changed()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.received).toEqual([])
  world.text = 'b'
  saver.changed()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.received).toEqual(['b'])
})

test('flush sends at once, and says when it could not', async () => {
  const { world, save } = slowServer()
  const saver = new Saver({ save, worthRetrying: () => true })
  Object.assign(world, { text: 'a', failures: 1 })
  saver.changed()
  const failed = expect(saver.flush()).rejects.toThrow('no network')
  await vi.advanceTimersByTimeAsync(100)
  await failed
  const flushed = saver.flush()
  await vi.advanceTimersByTimeAsync(100)
  await flushed
  expect(world.received).toEqual(['a'])
})

test('flush does not fail for an attempt that began before it', async () => {
  const { world, save } = slowServer()
  const saver = new Saver({ save, worthRetrying: () => true, pauseMs: 0 })
  Object.assign(world, { text: 'a', failures: 1 })
  saver.changed()
  await vi.advanceTimersByTimeAsync(50)
  const flushed = saver.flush()
  await vi.advanceTimersByTimeAsync(500)
  await flushed
  expect(world.received).toEqual(['a'])
})

test('flush with nothing unsent asks nobody', async () => {
  const { world, save } = slowServer()
  await new Saver({ save, worthRetrying: () => true }).flush()
  expect(world.mostAtOnce).toBe(0)
})

test('what was forgotten is never sent', async () => {
  const { world, save } = slowServer()
  const saver = new Saver({ save, worthRetrying: () => true })
  world.text = 'secreto'
  saver.changed()
  saver.forget()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.received).toEqual([])
})
