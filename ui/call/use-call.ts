import { useEffect, useRef, useState } from 'react'
import { CALL_ONGOING } from '../presence/signs.ts'
import { type CallProtocol, joinCall, type OngoingCall, type Ticket } from './call.ts'
import {
  closeMedia,
  type Facing,
  type MediaProblem,
  openCamera,
  openMedia,
  openMicrophone,
  type WhichCamera,
} from './media.ts'
import type { TextLine } from './text.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { type CallView, START } from './view.ts'

export interface UseCall {
  view: CallView
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

interface Settings {
  /** The call to be in; another id leaves the one before. */
  callId: string
  withCamera?: boolean
  /** Origin of the API when it is not the page's. */
  origin?: string
  buyTicket: (fingerprint: string) => Promise<Ticket | undefined>
  protocol: CallProtocol
}

/** Opens camera and microphone, joins, and closes everything when the screen goes. */
export function useCall(settings: Settings): UseCall {
  const { callId, withCamera = true } = settings
  const [view, setView] = useState(START)
  const [lines, setLines] = useState<readonly TextLine[]>([])
  const [own, setOwn] = useState<{ stream: MediaStream; problem: MediaProblem | undefined }>()
  const [shown, setShown] = useState({ mic: true, camera: withCamera })
  const [facing, setFacing] = useState<Facing>('user')
  const call = useRef<OngoingCall>(undefined)
  const latest = useRef(settings)
  latest.current = settings

  // biome-ignore lint/correctness/useExhaustiveDependencies: another call id is another call
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    openMedia({ camera: withCamera }).then((media) => {
      stream = media.stream
      if (gone) return closeMedia(stream)
      setOwn(media)
      setShown({ mic: true, camera: stream.getVideoTracks().length > 0 })
      const { origin, protocol } = latest.current
      const buyTicket = (fingerprint: string) => latest.current.buyTicket(fingerprint)
      call.current = joinCall({ origin, local: stream, buyTicket, protocol, onView: setView, onText: setLines })
    })
    return () => {
      gone = true
      call.current?.leave()
      call.current = undefined
      if (stream) closeMedia(stream)
    }
  }, [callId])

  const live = view.phase !== 'over'
  useWakeLock(live)
  useSignOfLife(live)

  const show = (next: typeof shown) => {
    setShown(next)
    call.current?.show(next)
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
    view,
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
    setSoundOnly: (on) => call.current?.soundOnly(on),
    write: (text) => call.current?.write(text),
    sendText: () => call.current?.sendText(),
    reconnect: () => call.current?.reconnect(),
    leave: () => call.current?.leave(),
  }
}

/** Who listens and speaks is there, though they touch nothing. */
function useSignOfLife(live: boolean): void {
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => dispatchEvent(new Event(CALL_ONGOING)), 30_000)
    return () => clearInterval(timer)
  }, [live])
}
