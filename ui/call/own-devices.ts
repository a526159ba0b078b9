import {
  addDevice,
  closeMedia,
  DEVICE_KINDS,
  type DeviceKind,
  dropTracks,
  type MediaProblem,
  type OwnMedia,
  tracksOf,
  type WhichDevice,
} from './media.ts'

/**
 * `stopped`: the track ended and is being opened again. `paused`: the system or another app uses the device for now.
 */
export type DeviceProblem = MediaProblem | 'stopped' | 'paused'

export interface DeviceState {
  problem?: DeviceProblem
  /** The label of the device that replaced a stopped one; empty where the browser does not provide it. */
  switchedTo?: string
}
export type DeviceStates = Readonly<Record<DeviceKind, DeviceState>>
export const WORKING_DEVICES: DeviceStates = { audio: {}, video: {} }

/** Milliseconds. Many device changes mute a track for a moment; only a longer mute is a problem. */
const PAUSED_AFTER_MS = 2_000
/** Another app may release the device. */
const BUSY_RETRIES_MS = [3_000, 10_000]
/** Plugging in one headset fires several `devicechange` events. */
const SETTLE_MS = 300
const SWITCH_NOTICE_MS = 10_000

export interface OwnDevices {
  states(): DeviceStates
  /** Opens another device of the same kind and replaces the current one. */
  choose(kind: DeviceKind, which: WhichDevice): Promise<void>
  /** Opens a device again after a problem. */
  retry(kind: DeviceKind): Promise<void>
  /** A device that the user switched off is not opened again when it ends, and its problems are ignored. */
  setOff(kind: DeviceKind, isOff: boolean): void
  /** Stops all tracks; a device that is still opening is closed once it is open. */
  close(): void
}

/**
 * Keeps camera and microphone open while devices come and go: a track that ends (unplugged, used by another app,
 * permission revoked) is replaced in the same stream by the same or another device. `onChange` is called whenever a
 * state or a track changes, so that the tracks are sent again and the other side is informed.
 */
export function keepDevices({ stream, problems }: OwnMedia, onChange: () => void): OwnDevices {
  const { mediaDevices } = navigator
  let states: DeviceStates = {
    audio: problems.audio ? { problem: problems.audio } : {},
    video: problems.video ? { problem: problems.video } : {},
  }
  let isClosed = false
  const closing = new AbortController()
  const { signal } = closing
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const lastId: Partial<Record<DeviceKind, string | undefined>> = {}
  /** The latest opening of each kind: an older one that finishes later is dropped. */
  const opening: Record<DeviceKind, number> = { audio: 0, video: 0 }
  const busyTries: Record<DeviceKind, number> = { audio: 0, video: 0 }
  const off = new Set<DeviceKind>()

  function schedule(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  function become(kind: DeviceKind, state: DeviceState): void {
    if (isClosed) return
    states = { ...states, [kind]: state }
    onChange()
  }

  function watch(track: MediaStreamTrack): void {
    const kind = track.kind as DeviceKind
    lastId[kind] = track.getSettings().deviceId
    const isInUse = () => stream.getTracks().includes(track)
    track.addEventListener('ended', () => isInUse() && void reopen(kind), { signal })
    const pause = () => isInUse() && track.muted && become(kind, { problem: 'paused' })
    if (track.muted) schedule(PAUSED_AFTER_MS, pause)
    track.addEventListener('mute', () => schedule(PAUSED_AFTER_MS, pause), { signal })
    track.addEventListener('unmute', () => isInUse() && states[kind].problem === 'paused' && become(kind, {}), {
      signal,
    })
  }

  /** Opens into a separate stream first, so that a superseded opening leaves nothing behind. */
  async function open(kind: DeviceKind, which: WhichDevice): Promise<MediaProblem | 'overtaken' | undefined> {
    const attempt = ++opening[kind]
    const fresh = new MediaStream()
    const problem = await addDevice(fresh, kind, which)
    if (isClosed || attempt !== opening[kind]) {
      closeMedia(fresh)
      return 'overtaken'
    }
    if (problem) return problem
    dropTracks(stream, kind)
    for (const track of fresh.getTracks()) {
      stream.addTrack(track)
      watch(track)
    }
    return undefined
  }

  async function reopen(kind: DeviceKind): Promise<void> {
    const before = lastId[kind]
    dropTracks(stream, kind)
    if (off.has(kind)) return
    if (states[kind].problem !== 'stopped') become(kind, { problem: 'stopped' })
    let problem = await open(kind, { like: before })
    if (problem === 'busy') problem = await openAnother(kind, before)
    if (problem === 'overtaken') return
    if (problem) return fail(kind, problem)
    busyTries[kind] = 0
    const [track] = tracksOf(stream, kind)
    const isAnother = before !== undefined && track?.getSettings().deviceId !== before
    become(kind, isAnother ? { switchedTo: track?.label ?? '' } : {})
    if (isAnother) schedule(SWITCH_NOTICE_MS, () => states[kind].switchedTo !== undefined && become(kind, {}))
  }

  /** The previous device is not available: tries the others of its kind in order. */
  async function openAnother(kind: DeviceKind, excludedId: string | undefined) {
    const others = (await listed(kind)).filter((id) => id && id !== excludedId)
    let problem: Awaited<ReturnType<typeof open>> = 'busy'
    for (const id of others) {
      problem = await open(kind, { id })
      if (!problem || problem === 'overtaken') return problem
    }
    return problem
  }
  async function listed(kind: DeviceKind): Promise<string[]> {
    const all = (await mediaDevices?.enumerateDevices().catch(() => [])) ?? []
    return all.filter((device) => device.kind === `${kind}input`).map(({ deviceId }) => deviceId)
  }

  function fail(kind: DeviceKind, problem: MediaProblem): void {
    become(kind, { problem })
    const wait = problem === 'busy' ? BUSY_RETRIES_MS[busyTries[kind]++] : undefined
    if (wait) schedule(wait, () => states[kind].problem === 'busy' && void reopen(kind))
  }

  /** A new device may be the missing one, and an unplugged one may not have fired `ended`. */
  async function lookAround(): Promise<void> {
    for (const kind of DEVICE_KINDS) {
      const { problem } = states[kind]
      const isOut = problem === 'missing' || problem === 'busy'
      const [track] = tracksOf(stream, kind)
      const ids = await listed(kind)
      const isGone = track?.muted && lastId[kind] && ids.some(Boolean) && !ids.includes(lastId[kind])
      if (!isClosed && ((isOut && ids.length > 0) || isGone)) await reopen(kind)
    }
  }
  let isSettling = false
  const onDevices = () => {
    if (isSettling) return
    isSettling = true
    schedule(SETTLE_MS, () => {
      isSettling = false
      void lookAround()
    })
  }

  async function watchPermission(kind: DeviceKind): Promise<void> {
    const name = (kind === 'audio' ? 'microphone' : 'camera') as PermissionName
    // Not every browser supports these permission names.
    const permission = await navigator.permissions?.query({ name }).catch(() => undefined)
    permission?.addEventListener(
      'change',
      () => {
        if (permission.state === 'granted' && states[kind].problem === 'denied') void reopen(kind)
        if (permission.state === 'denied' && tracksOf(stream, kind).length > 0) void reopen(kind)
      },
      { signal },
    )
  }

  for (const track of stream.getTracks()) watch(track)
  mediaDevices?.addEventListener('devicechange', onDevices, { signal })
  for (const kind of DEVICE_KINDS) void watchPermission(kind)

  return {
    states: () => states,
    async choose(kind, which) {
      off.delete(kind)
      // Many phones open one camera at a time, so the old one is closed first.
      dropTracks(stream, kind)
      const problem = await open(kind, which)
      if (problem === 'overtaken') return
      if (problem) fail(kind, problem)
      else become(kind, {})
    },
    retry: (kind) => reopen(kind),
    setOff(kind, isOff) {
      if (!isOff) return void off.delete(kind)
      off.add(kind)
      opening[kind]++
      states = { ...states, [kind]: {} }
    },
    close() {
      isClosed = true
      closing.abort()
      for (const timer of timers) clearTimeout(timer)
      closeMedia(stream)
    },
  }
}
