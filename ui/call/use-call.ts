import type { CallRole } from '@cuida/core/care/call/call-signal.ts'
import { useEffect, useRef, useState } from 'react'
import { CALL_ONGOING } from '../presence/signs.ts'
import { type CallProtocol, joinCall, type OngoingCall } from './call.ts'
import {
  closeMedia,
  type Facing,
  type MediaProblem,
  openCamera,
  openMedia,
  openMicrophone,
  type WhichCamera,
} from './media.ts'
import { createTextTalk, type TextLine, type TextTalk } from './text.ts'
import type { BuyTicket } from './ticket.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { type CallView, START } from './view.ts'

export interface UseCall {
  view: CallView
  /** The leg to a third person, while there is one. */
  second: CallView | undefined
  lines: readonly TextLine[]
  local: MediaStream | undefined
  problem: MediaProblem | undefined
  mic: boolean
  camera: boolean
  facing: Facing
  setMic: (on: boolean) => void
  /** Opens a camera when there was none so far. */
  setCamera: (on: boolean) => void
  /** The camera at the other side of the phone. */
  flip: () => void
  useCameraOf: (id: string) => void
  useMicrophoneOf: (id: string) => void
  setSoundOnly: (on: boolean) => void
  write: (text: string) => void
  sendText: () => void
  reconnect: () => void
  leave: () => void
}

export interface LegSettings {
  /** The leg to be on; another id leaves the one before. */
  callId: string
  /** Who is at its other end. */
  peer: CallRole
  /** The invitation, when it is a guest. */
  guestId?: string
  /** Their name, where not everybody's is the same. */
  name?: string
  /** Without pictures from the beginning. */
  soundOnly?: boolean
  buyTicket: BuyTicket
}

interface Settings extends LegSettings {
  withCamera?: boolean
  /** Origin of the API when it is not the page's. */
  origin?: string
  protocol: CallProtocol
  /** The leg to a third person, while there is one. */
  second?: LegSettings | undefined
}

interface Own {
  stream: MediaStream
  problem: MediaProblem | undefined
}

/** Opens camera and microphone, joins, and closes everything when the screen goes. */
export function useCall(settings: Settings): UseCall {
  const { callId, withCamera = true } = settings
  const [lines, setLines] = useState<readonly TextLine[]>([])
  const [own, setOwn] = useState<Own>()
  const [shown, setShown] = useState({ mic: true, camera: withCamera })
  const [facing, setFacing] = useState<Facing>('user')
  const [text] = useState(() => createTextTalk(setLines))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another call id is another call
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    openMedia({ camera: withCamera }).then((media) => {
      stream = media.stream
      if (gone) return closeMedia(stream)
      setShown({ mic: true, camera: stream.getVideoTracks().length > 0 })
      setOwn(media)
    })
    return () => {
      gone = true
      setOwn(undefined)
      if (stream) closeMedia(stream)
    }
  }, [callId])
  const main = useLeg(own?.stream, shown, text, settings, settings)
  // Who chose sound alone shows themselves to nobody who comes later either.
  const soundOnly = main.view.soundOnly === 'chosen'
  const second = useLeg(own?.stream, shown, text, settings, settings.second && { ...settings.second, soundOnly })
  const onBoth = (deed: (call: OngoingCall) => void) => {
    for (const { current } of [main.call, second.call]) if (current) deed(current)
  }

  const live = main.view.phase !== 'over'
  useWakeLock(live)
  useSignOfLife(live)

  const show = (next: typeof shown) => {
    setShown(next)
    onBoth((call) => call.show(next))
  }
  /** Another camera or microphone for the same stream; without it the call goes on, and says why. */
  async function change(open: (stream: MediaStream) => Promise<MediaProblem | undefined>): Promise<void> {
    if (!own) return
    const problem = await open(own.stream)
    setOwn({ stream: own.stream, problem })
    show({ mic: shown.mic, camera: own.stream.getVideoTracks().length > 0 })
  }
  const aim = (which: WhichCamera) => change((stream) => openCamera(stream, which))
  return {
    view: main.view,
    second: settings.second && second.view,
    lines,
    local: own?.stream,
    problem: own?.problem,
    ...shown,
    facing,
    setMic: (mic) => show({ ...shown, mic }),
    setCamera: (camera) =>
      camera && own?.stream.getVideoTracks().length === 0 ? void aim({ facing }) : show({ ...shown, camera }),
    flip() {
      const other = facing === 'user' ? 'environment' : 'user'
      setFacing(other)
      void aim({ facing: other })
    },
    useCameraOf: (id) => void aim({ id }),
    useMicrophoneOf: (id) => void change((stream) => openMicrophone(stream, id)),
    setSoundOnly: (on) => onBoth((call) => call.soundOnly(on)),
    write: text.write,
    sendText: text.send,
    reconnect: () => onBoth((call) => call.reconnect()),
    leave: () => onBoth((call) => call.leave()),
  }
}

/** One leg of the call, over the same camera and microphone as the others. Without settings there is none. */
function useLeg(
  stream: MediaStream | undefined,
  media: { mic: boolean; camera: boolean },
  text: TextTalk,
  { origin, protocol }: Settings,
  leg: LegSettings | undefined,
) {
  const [view, setView] = useState(START)
  const call = useRef<OngoingCall>(undefined)
  const latest = useRef({ leg, media })
  latest.current = { leg, media }
  const { callId: id, peer, name } = leg ?? {}
  useEffect(() => {
    if (peer && name) text.name(peer, name)
  }, [text, peer, name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id is another leg
  useEffect(() => {
    const { leg, media } = latest.current
    if (!stream || !leg) return
    setView(START)
    const buyTicket: BuyTicket = async (...own) => latest.current.leg?.buyTicket(...own)
    const { peer, guestId, soundOnly = false } = leg
    if (peer === 'guest') text.welcome(peer)
    const who = { peer, guestId, local: stream, media, soundOnly }
    call.current = joinCall({ ...who, origin, buyTicket, protocol, text, onView: setView })
    return () => {
      call.current?.leave()
      call.current = undefined
    }
  }, [stream, id])
  return { view, call }
}

/** Who listens and speaks is there, though they touch nothing. */
function useSignOfLife(live: boolean): void {
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => dispatchEvent(new Event(CALL_ONGOING)), 30_000)
    return () => clearInterval(timer)
  }, [live])
}
