import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openMedia } from './media.ts'
import { keepDevices, type OwnDevices } from './own-devices.ts'

/** A microphone or camera track that the test can end and mute. */
class FakeTrack extends EventTarget {
  readyState: 'live' | 'ended' = 'live'
  muted = false
  enabled = true
  readonly kind: string
  readonly deviceId: string
  readonly label: string
  constructor({ kind, deviceId, label }: Plugged) {
    super()
    this.kind = kind === 'audioinput' ? 'audio' : 'video'
    this.deviceId = deviceId
    this.label = label
  }
  getSettings = () => ({ deviceId: this.deviceId })
  stop() {
    this.readyState = 'ended'
  }
  /** As when the device is unplugged or taken by another app. */
  end() {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
  mute(muted: boolean) {
    this.muted = muted
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'))
  }
}
class FakeStream {
  #tracks: FakeTrack[] = []
  getTracks = () => [...this.#tracks]
  addTrack = (track: FakeTrack) => void this.#tracks.push(track)
  removeTrack(track: FakeTrack) {
    this.#tracks = this.#tracks.filter((each) => each !== track)
  }
}
interface Plugged {
  kind: 'audioinput' | 'videoinput'
  deviceId: string
  label: string
  /** Another app uses the device. */
  isBusy?: boolean
}
const inside = (deviceId: string): Plugged => ({ kind: 'audioinput', deviceId, label: `Micro ${deviceId}` })
const eye: Plugged = { kind: 'videoinput', deviceId: 'eye', label: 'Eye' }

let plugged: Plugged[]
let isAllowed: boolean
let opened: FakeTrack[]
let media: EventTarget
let permission: EventTarget & { state?: string }
let devices: OwnDevices | undefined
let changes: number
/** While set, it delays every `getUserMedia` call. */
let gate: Promise<void> | undefined

interface Wanted {
  deviceId?: { exact?: string; ideal?: string }
}
async function getUserMedia(constraints: { audio?: Wanted | boolean; video?: Wanted | boolean }) {
  await gate
  const stream = new FakeStream()
  for (const [kind, which] of [
    ['audioinput', constraints.audio],
    ['videoinput', constraints.video],
  ] as const) {
    if (!which) continue
    if (!isAllowed) throw new DOMException('', 'NotAllowedError')
    const { exact, ideal } = (typeof which === 'object' && which.deviceId) || {}
    const ofKind = plugged.filter((each) => each.kind === kind && (!exact || each.deviceId === exact))
    const found = ofKind.find(({ deviceId }) => deviceId === ideal) ?? ofKind[0]
    if (!found) throw new DOMException('', 'NotFoundError')
    if (found.isBusy) throw new DOMException('', 'NotReadableError')
    const track = new FakeTrack(found)
    opened.push(track)
    stream.addTrack(track)
  }
  return stream
}

beforeEach(() => {
  vi.useFakeTimers()
  plugged = [inside('one'), eye]
  isAllowed = true
  opened = []
  changes = 0
  gate = undefined
  permission = Object.assign(new EventTarget(), { state: 'granted' })
  media = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: async () => plugged })
  vi.stubGlobal('MediaStream', FakeStream)
  vi.stubGlobal('navigator', { mediaDevices: media, permissions: { query: async () => permission } })
})
afterEach(() => {
  devices?.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function calling() {
  const own = await openMedia()
  const ownDevices = keepDevices(own, () => changes++)
  devices = ownDevices
  await flushPromises()
  const stream = own.stream as unknown as FakeStream
  const track = (kind: string) => stream.getTracks().find((each) => each.kind === kind)
  return { kept: ownDevices, track }
}
const flushPromises = () => vi.advanceTimersByTimeAsync(0)
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
function plug(next: Plugged[]) {
  plugged = next
  media.dispatchEvent(new Event('devicechange'))
}

describe('a microphone that stops in a call', () => {
  test('the microphone is opened again at once, and its track replaces the old one', async () => {
    const { kept, track } = await calling()
    const before = track('audio')
    before?.end()
    expect(kept.states().audio).toEqual({ problem: 'stopped' })
    await flushPromises()
    expect(kept.states().audio).toEqual({})
    expect(track('audio')).not.toBe(before)
    expect(track('audio')?.readyState).toBe('live')
    expect(changes).toBeGreaterThan(1)
  })
  test('an unplugged microphone is replaced by another, whose name shows for a while', async () => {
    const { kept, track } = await calling()
    plugged = [inside('two'), eye]
    track('audio')?.end()
    await flushPromises()
    expect(kept.states().audio).toEqual({ switchedTo: 'Micro two' })
    await advanceSeconds(11)
    expect(kept.states().audio).toEqual({})
  })
  test('a microphone taken by another app is replaced by another', async () => {
    const { kept, track } = await calling()
    plugged = [{ ...inside('one'), isBusy: true }, inside('two'), eye]
    track('audio')?.end()
    await flushPromises()
    expect(kept.states().audio).toEqual({ switchedTo: 'Micro two' })
  })
  test('an only microphone is missing until one is plugged in', async () => {
    const { kept, track } = await calling()
    plugged = [eye]
    track('audio')?.end()
    await flushPromises()
    expect(kept.states().audio).toEqual({ problem: 'missing' })
    plug([inside('two'), eye])
    await advanceSeconds(1)
    expect(track('audio')?.deviceId).toBe('two')
    expect(kept.states().audio.problem).toBeUndefined()
  })
  test('a busy microphone is retried twice and then given up', async () => {
    const { kept, track } = await calling()
    plugged = [{ ...inside('one'), isBusy: true }, eye]
    track('audio')?.end()
    await advanceSeconds(60)
    const tries = changes
    await advanceSeconds(600)
    expect(changes).toBe(tries)
    expect(kept.states().audio).toEqual({ problem: 'busy' })
    plugged = [inside('one'), eye]
    await kept.retry('audio')
    expect(kept.states().audio).toEqual({})
  })
  test('a microphone without permission says so, and returns with the permission', async () => {
    const { kept, track } = await calling()
    isAllowed = false
    track('audio')?.end()
    await flushPromises()
    expect(kept.states().audio).toEqual({ problem: 'denied' })
    isAllowed = true
    permission.dispatchEvent(new Event('change'))
    await flushPromises()
    expect(kept.states().audio).toEqual({})
  })
  test('the camera goes on', async () => {
    const { kept, track } = await calling()
    const camera = track('video')
    track('audio')?.end()
    await flushPromises()
    expect(track('video')).toBe(camera)
    expect(kept.states().video).toEqual({})
  })
})

describe('a track that the system mutes', () => {
  test('a short mute is ignored, and a longer one counts as paused until the track unmutes', async () => {
    const { kept, track } = await calling()
    track('audio')?.mute(true)
    await advanceSeconds(1)
    track('audio')?.mute(false)
    await advanceSeconds(5)
    expect(kept.states().audio).toEqual({})
    track('audio')?.mute(true)
    await advanceSeconds(3)
    expect(kept.states().audio).toEqual({ problem: 'paused' })
    track('audio')?.mute(false)
    expect(kept.states().audio).toEqual({})
  })
  test('a muted track whose device is gone is replaced by another device', async () => {
    const { kept, track } = await calling()
    track('audio')?.mute(true)
    plug([inside('two'), eye])
    await advanceSeconds(1)
    expect(track('audio')?.deviceId).toBe('two')
    expect(kept.states().audio).toEqual({ switchedTo: 'Micro two' })
  })
})

describe('a camera that the user switched off', () => {
  test('the camera is not opened again when its track ends', async () => {
    const { kept, track } = await calling()
    kept.setOff('video', true)
    track('video')?.end()
    await advanceSeconds(5)
    expect(track('video')).toBeUndefined()
    expect(kept.states().video).toEqual({})
    await kept.choose('video', { facing: 'user' })
    expect(track('video')?.readyState).toBe('live')
  })
})

test('a device that opens after the end of the call, or was superseded, is closed', async () => {
  const { kept, track } = await calling()
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  track('audio')?.end()
  void kept.choose('audio', { id: 'one' })
  await flushPromises()
  open()
  await flushPromises()
  const live = () => opened.filter(({ kind, readyState }) => kind === 'audio' && readyState === 'live')
  expect(live()).toHaveLength(1)
  gate = new Promise((resolve) => {
    open = resolve
  })
  track('audio')?.end()
  kept.close()
  open()
  await flushPromises()
  expect(opened.filter(({ readyState }) => readyState === 'live')).toEqual([])
})

test.each([
  ['no camera', () => plugged.splice(1), { video: 'missing' }, ['audio']],
  ['no microphone', () => plugged.splice(0, 1), { audio: 'missing' }, ['video']],
  ['neither', () => plugged.splice(0), { audio: 'missing', video: 'missing' }, []],
])('with %s the call starts with the available devices', async (_, unplug, problems, kinds) => {
  unplug()
  const own = await openMedia()
  expect(own.problems).toEqual(problems)
  expect(own.stream.getTracks().map(({ kind }) => kind)).toEqual(kinds)
})
