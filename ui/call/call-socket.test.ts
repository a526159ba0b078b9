import { CALL_CLOSE, readServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCallSocket } from './call-socket.ts'

/** A WebSocket whose other end the test plays. */
class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  static newest = () => FakeSocket.all.at(-1) as FakeSocket
  readyState = 0
  sentTypes: string[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sentTypes.push(JSON.parse(text).type)
  }
  close() {
    this.readyState = 3
  }
  receive(signal: object) {
    this.onmessage?.({ data: JSON.stringify(signal) })
  }
  connect() {
    this.readyState = 1
    this.onopen?.()
  }
  greet() {
    this.receive({ type: 'joined', ...PLACE })
  }
  open() {
    this.connect()
    this.greet()
  }
  end(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}
const callId = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const PLACE = { callId, role: 'patient', polite: true, callSession: 1, peerPresent: false, iceServers: [] }

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const join = async (_: AbortSignal) => ({ type: 'join', ticket: 'abc' }) as const
async function socketWith({ enter = join, open = true } = {}) {
  const onDown = vi.fn()
  const onOver = vi.fn()
  const enterSpy = vi.fn(enter)
  const socket = openCallSocket({
    origin: 'http://x',
    enter: enterSpy,
    read: readServerSignal,
    onSignal: () => {},
    onDown,
    onOver,
  })
  await vi.advanceTimersByTimeAsync(0)
  if (open) FakeSocket.newest().open()
  return { socket, onDown, onOver, enterSpy }
}

test('a socket that is silent for nine seconds counts as dead, and another opens within a second [B2.30]', async () => {
  const { socket, onDown } = await socketWith()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(onDown).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(700)
  expect(FakeSocket.all.length).toBeGreaterThan(1)
  expect(FakeSocket.all[0]?.sentTypes).toEqual(['join', 'ping', 'ping'])
  socket.close()
})

test('a socket that receives replies stays open', async () => {
  const { socket, onDown } = await socketWith()
  for (let second = 0; second < 60; second += 3) {
    await vi.advanceTimersByTimeAsync(3_000)
    FakeSocket.newest().receive({ type: 'pong' })
  }
  expect([onDown.mock.calls.length, FakeSocket.all.length]).toEqual([0, 1])
  socket.close()
})

test('an attempt without a reply ends after four seconds, however long the network is gone', async () => {
  const { socket, enterSpy } = await socketWith({ enter: () => new Promise<never>(() => {}), open: false })
  await vi.advanceTimersByTimeAsync(84_000)
  expect(enterSpy.mock.calls.length).toBeGreaterThanOrEqual(84 / 7)
  expect(enterSpy.mock.calls.length).toBeLessThanOrEqual(84 / 4)
  // A hanging request would keep one of a browser's six connections.
  const hanging = () => enterSpy.mock.calls.filter(([signal]) => !signal.aborted).length
  expect(hanging()).toBeLessThanOrEqual(1)
  socket.close()
  expect(hanging()).toBe(0)
})

test('an attempt that progresses slowly is not aborted', async () => {
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    return { type: 'join', ticket: 'abc' } as const
  }
  const { socket, onDown, enterSpy } = await socketWith({ enter: slowly, open: false })
  await vi.advanceTimersByTimeAsync(7_000)
  FakeSocket.newest().connect()
  await vi.advanceTimersByTimeAsync(3_500)
  FakeSocket.newest().greet()
  expect([socket.isUp(), onDown.mock.calls.length, enterSpy.mock.calls.length]).toEqual([true, 0, 1])
  socket.close()
})

test.each([0, 1])('an attempt that stops after step %i is aborted too', async (steps) => {
  const { socket, onDown } = await socketWith({ open: false })
  if (steps === 1) FakeSocket.newest().connect()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(onDown).toHaveBeenCalledTimes(1)
  socket.close()
})

test('a page whose first message was late reconnects, and one that misbehaved later does not', async () => {
  const { onOver } = await socketWith({ open: false })
  FakeSocket.newest().end(CALL_CLOSE.misbehaved)
  await vi.advanceTimersByTimeAsync(700)
  expect([FakeSocket.all.length, onOver.mock.calls.length]).toEqual([2, 0])
  FakeSocket.newest().open()
  FakeSocket.newest().end(CALL_CLOSE.misbehaved)
  expect(onOver.mock.calls).toEqual([['refused']])
})

test.each([
  ['the server restarts', CALL_CLOSE.restart],
  ['the server is unavailable', CALL_CLOSE.unavailable],
  ['the socket breaks', 1006],
])('the socket reconnects when %s', async (_, code) => {
  const { socket, onOver } = await socketWith()
  FakeSocket.newest().end(code)
  await vi.advanceTimersByTimeAsync(700)
  expect([FakeSocket.all.length, onOver.mock.calls.length]).toEqual([2, 0])
  socket.close()
})

test.each([
  [CALL_CLOSE.ended, 'ended'],
  [CALL_CLOSE.replaced, 'replaced'],
  [CALL_CLOSE.sessionEnded, 'refused'],
])('the socket does not reconnect after %i: %s', async (code, why) => {
  const { onOver, enterSpy } = await socketWith()
  FakeSocket.newest().end(code)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([onOver.mock.calls, enterSpy.mock.calls.length]).toEqual([[[why]], 1])
})

test('a network change causes a ping at once, and three seconds without a reply a reconnect', async () => {
  const { socket, onDown } = await socketWith()
  socket.probe()
  FakeSocket.newest().receive({ type: 'pong' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(onDown).not.toHaveBeenCalled()
  socket.probe()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(onDown).toHaveBeenCalledTimes(1)
  socket.close()
})

test('messages of a replaced socket are ignored', async () => {
  const { socket, onOver } = await socketWith()
  const [old] = FakeSocket.all
  socket.renew()
  await vi.advanceTimersByTimeAsync(0)
  old?.end(CALL_CLOSE.replaced)
  expect(onOver).not.toHaveBeenCalled()
  socket.close()
})
