import type { CallRole } from '@cuida/core/care/call/call-signal.ts'
import { useEffect, useRef, useState } from 'react'
import { CALL_ONGOING } from '../presence/activity-events.ts'
import { useUninterruptible } from '../presence/uninterruptible.ts'
import { type CallProtocol, joinCall, type OngoingCall } from './call.ts'
import { closeMedia, type DeviceKind, type Facing, openMedia, tracksOf, type WhichDevice } from './media.ts'
import { type DeviceStates, keepDevices, type OwnDevices, WORKING_DEVICES } from './own-devices.ts'
import type { LocalMediaState } from './peer-connection/peer-connection.ts'
import { createTextTalk, type TextLine, type TextTalk } from './text.ts'
import type { BuyTicket } from './ticket.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { type CallView, INITIAL_CALL_VIEW } from './view.ts'

export interface UseCall {
  view: CallView
  /** The peer connection to a third participant, while there is one. */
  second: CallView | undefined
  lines: readonly TextLine[]
  local: MediaStream | undefined
  /** The state of the own camera and microphone. */
  devices: DeviceStates
  mic: boolean
  camera: boolean
  facing: Facing
  setMic: (on: boolean) => void
  /** Opens a camera if none is open yet. */
  setCamera: (on: boolean) => void
  /** Switches between the front and the back camera. */
  flip: () => void
  useCameraOf: (id: string) => void
  useMicrophoneOf: (id: string) => void
  /** Opens a stopped device again. */
  retryDevice: (kind: DeviceKind) => void
  setSoundOnly: (on: boolean) => void
  write: (text: string) => void
  sendText: () => void
  reconnect: () => void
  leave: () => void
}

export interface PeerConnectionSettings {
  /** The call to join; another id leaves the previous call. */
  callId: string
  /** The role at the other end. */
  peer: CallRole
  /** The invitation, if the peer is a guest. */
  guestId?: string
  /** The name, for guests. */
  name?: string
  /** Audio only from the beginning. */
  soundOnly?: boolean
  buyTicket: BuyTicket
}

interface Settings extends PeerConnectionSettings {
  withCamera?: boolean
  /** Origin of the API, if it differs from the page's. */
  origin?: string
  protocol: CallProtocol
  /** The peer connection to a third participant, while there is one. */
  second?: PeerConnectionSettings | undefined
}

interface Own {
  stream: MediaStream
  devices: OwnDevices
}

/** Opens camera and microphone, joins the call, and closes everything on unmount. */
export function useCall(settings: Settings): UseCall {
  const { callId, withCamera = true } = settings
  const [lines, setLines] = useState<readonly TextLine[]>([])
  const [own, setOwn] = useState<Own>()
  const [states, setStates] = useState(WORKING_DEVICES)
  const [enabledMedia, setEnabledMedia] = useState({ mic: true, camera: withCamera })
  const [facing, setFacing] = useState<Facing>('user')
  const [text] = useState(() => createTextTalk(setLines))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another call id is another call
  useEffect(() => {
    let devices: OwnDevices | undefined
    let isUnmounted = false
    openMedia({ camera: withCamera }).then((media) => {
      const { stream } = media
      if (isUnmounted) return closeMedia(stream)
      const keeper = keepDevices(media, () => setStates(keeper.states()))
      devices = keeper
      setEnabledMedia({ mic: true, camera: tracksOf(stream, 'video').length > 0 })
      setStates(keeper.states())
      setOwn({ stream, devices })
    })
    return () => {
      isUnmounted = true
      setOwn(undefined)
      devices?.close()
    }
  }, [callId])
  const media = shownOf(enabledMedia, states)
  const main = usePeerConnection(own?.stream, media, text, settings, settings)
  // A user who chose audio only sends no video to a later participant either.
  const soundOnly = main.view.soundOnly === 'chosen'
  const second = usePeerConnection(
    own?.stream,
    media,
    text,
    settings,
    settings.second && { ...settings.second, soundOnly },
  )
  const onBoth = (mutation: (call: OngoingCall) => void) => {
    for (const { current } of [main.call, second.call]) if (current) mutation(current)
  }

  const live = main.view.phase !== 'over'
  useWakeLock(live)
  useSignOfLife(live)
  useUninterruptible(live)

  // Also after a track took the place of another one: the states are other ones then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the connections exist, or begin with what is shown
  useEffect(() => onBoth((call) => call.show(media)), [enabledMedia, states])

  const aim = (which: WhichDevice) => {
    setEnabledMedia((before) => ({ ...before, camera: true }))
    void own?.devices.choose('video', which)
  }
  function setCamera(camera: boolean): void {
    own?.devices.setOff('video', !camera)
    if (!camera) setStates(own?.devices.states() ?? WORKING_DEVICES)
    if (camera && own && tracksOf(own.stream, 'video').length === 0) aim({ facing })
    else setEnabledMedia({ ...enabledMedia, camera })
  }
  return {
    view: main.view,
    second: settings.second && second.view,
    lines,
    local: own?.stream,
    devices: states,
    ...enabledMedia,
    facing,
    setMic: (mic) => setEnabledMedia({ ...enabledMedia, mic }),
    setCamera,
    flip() {
      const other = facing === 'user' ? 'environment' : 'user'
      setFacing(other)
      aim({ facing: other })
    },
    useCameraOf: (id) => aim({ id }),
    useMicrophoneOf: (id) => void own?.devices.choose('audio', { id }),
    retryDevice: (kind) => void own?.devices.retry(kind),
    setSoundOnly: (on) => onBoth((call) => call.soundOnly(on)),
    write: text.write,
    sendText: text.send,
    reconnect: () => onBoth((call) => call.reconnect()),
    leave: () => onBoth((call) => call.leave()),
  }
}

/** The device states for the other side: what is on, and what is on but does not work. */
function shownOf({ mic, camera }: { mic: boolean; camera: boolean }, { audio, video }: DeviceStates): LocalMediaState {
  return {
    mic: mic && !audio.problem,
    camera: camera && !video.problem,
    ...(mic && audio.problem ? { micStopped: true } : {}),
    ...(camera && video.problem ? { cameraStopped: true } : {}),
  }
}

/** One peer connection of the call; all share the same camera and microphone. Without settings there is none. */
function usePeerConnection(
  stream: MediaStream | undefined,
  media: LocalMediaState,
  text: TextTalk,
  { origin, protocol }: Settings,
  connection: PeerConnectionSettings | undefined,
) {
  const [view, setView] = useState(INITIAL_CALL_VIEW)
  const call = useRef<OngoingCall>(undefined)
  const latest = useRef({ connection, media })
  latest.current = { connection, media }
  const { callId: id, peer, name } = connection ?? {}
  useEffect(() => {
    if (peer && name) text.name(peer, name)
  }, [text, peer, name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id is another connection
  useEffect(() => {
    const { connection, media } = latest.current
    if (!stream || !connection) return
    setView(INITIAL_CALL_VIEW)
    const buyTicket: BuyTicket = async (...own) => latest.current.connection?.buyTicket(...own)
    const { peer, guestId, soundOnly = false } = connection
    if (peer === 'guest') text.welcome(peer)
    const joinOptions = { peer, guestId, local: stream, media, soundOnly }
    call.current = joinCall({ ...joinOptions, origin, buyTicket, protocol, text, onView: setView })
    return () => {
      call.current?.leave()
      call.current = undefined
    }
  }, [stream, id])
  return { view, call }
}

/** A call counts as activity, although the user touches nothing. */
function useSignOfLife(live: boolean): void {
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => dispatchEvent(new Event(CALL_ONGOING)), 30_000)
    return () => clearInterval(timer)
  }, [live])
}
