import { readServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinCall } from './call.ts'
import { joinedEvent } from './peer-connection/test-peer-connection.ts'
import type { CallView } from './view.ts'

/** Tracks all opened instances; `opened` are those that are not closed. */
class Opened {
  static all: Opened[] = []
  static opened = () => Opened.all.filter(({ isOpen }) => isOpen)
  isOpen = true
  constructor() {
    Opened.all.push(this)
  }
  close() {
    this.isOpen = false
  }
}
class FakeSocket extends Opened {
  static readonly OPEN = 1
  readyState = 1
  sentTypes: string[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  send = (text: string) => this.sentTypes.push(JSON.parse(text).type)
  receive = (signal: object) => this.onmessage?.({ data: JSON.stringify(signal) })
}
class FakeConnection extends Opened {
  static generateCertificate = async () => ({})
  connectionState = 'new'
  signalingState = 'stable'
  onconnectionstatechange?: (() => void) | null
  createDataChannel = () => ({})
  createOffer = async () => ({ sdp: '' })
  restartIce = () => {}
  getStats = async () => new Map()
  become(state: string) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
}
class Page extends EventTarget {
  listening = 0
  visibilityState = 'visible'
  override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
    this.listening += 1
    super.addEventListener(...args)
  }
  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>) {
    this.listening -= 1
    super.removeEventListener(...args)
  }
}
const isSocket = (one: Opened): one is FakeSocket => one instanceof FakeSocket
const isConnection = (one: Opened): one is FakeConnection => one instanceof FakeConnection
let page: Page

beforeEach(() => {
  vi.useFakeTimers()
  Opened.all = []
  page = new Page()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('RTCPeerConnection', FakeConnection)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const soon = () => vi.advanceTimersByTimeAsync(0)

/** A page in a call with media. */
async function inCall() {
  const views: CallView[] = []
  const local = { getTracks: () => [], getAudioTracks: () => [], getVideoTracks: () => [] } as unknown as MediaStream
  const none = { write() {}, send() {}, name() {}, welcome() {}, use() {} }
  const call = joinCall({
    local,
    peer: 'clinician',
    media: { mic: true, camera: true },
    origin: 'http://x',
    buyTicket: async () => ({ ticket: 't', signature: 's', signingKey: {} as never, earlierSigningKeys: [] }),
    protocol: { read: readServerSignal, certificateStatement: () => '' },
    onView: (view) => views.push(view),
    text: none,
  })
  await soon()
  const socket = () => Opened.opened().filter(isSocket).at(-1)
  const come = async (callSession: number) => {
    socket()?.onopen?.()
    socket()?.receive(joinedEvent({ callSession }))
    await soon()
    Opened.opened().filter(isConnection).at(-1)?.become('connected')
  }
  await come(1)
  return { call, socket, come, view: () => views.at(-1), phase: () => views.at(-1)?.phase }
}
const nothingIsOpen = () => {
  expect(Opened.opened()).toEqual([])
  expect([page.listening, vi.getTimerCount()]).toEqual([0, 0])
}

test('a call has one socket and one connection, also after repeated interruptions', async () => {
  const { call, socket, come, phase } = await inCall()
  for (const callSession of [2, 3, 4]) {
    expect([phase(), Opened.opened().map((one) => one.constructor.name)].flat().toSorted()).toEqual([
      'FakeConnection',
      'FakeSocket',
      'live',
    ])
    const broken = socket()
    broken?.close()
    broken?.onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(2_000)
    await come(callSession)
  }
  call.leave()
  nothingIsOpen()
})

test.each([
  ['after the clinician ends the call', 4000, 'ended'],
  ['after another tab takes over', 4001, 'replaced'],
  ['after a sign-out elsewhere', 4003, 'refused'],
])('%s, everything is closed and stays closed', async (_, code, end) => {
  const { socket, view } = await inCall()
  const oldSocket = socket()
  oldSocket?.close()
  oldSocket?.onclose?.({ code })
  expect(view()).toMatchObject({ phase: 'over', end })
  nothingIsOpen()
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(600_000)
  nothingIsOpen()
})

test('three minutes without media and socket end the call for this page', async () => {
  const { socket, view } = await inCall()
  Opened.opened().filter(isConnection).at(-1)?.become('failed')
  socket()?.onclose?.({ code: 1006 })
  await vi.advanceTimersByTimeAsync(180_000)
  expect(view()).toMatchObject({ phase: 'over', end: 'lost' })
  expect(vi.getTimerCount()).toBe(0)
})
