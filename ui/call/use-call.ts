import type { ServerSignal } from '@cuida/core/care/call-signal.ts'
import { useEffect, useRef, useState } from 'react'
import { CALL_ONGOING } from '../presence/signs.ts'
import { type CallView, joinCall, type OngoingCall } from './call.ts'
import { closeMedia, type MediaProblem, openMedia } from './media.ts'

export interface UseCall {
  view: CallView
  local: MediaStream | undefined
  problem: MediaProblem | undefined
  mic: boolean
  camera: boolean
  setMic: (on: boolean) => void
  setCamera: (on: boolean) => void
  reconnect: () => void
  leave: () => void
}

interface Settings {
  /** The call to be in; another id leaves the one before. */
  callId: string
  withCamera?: boolean
  /** Origin of the API when it is not the page's. */
  origin?: string
  buyTicket: () => Promise<string | undefined>
  read: (text: string) => ServerSignal | undefined
}

const BEFORE: CallView = {
  phase: 'connecting',
  remote: undefined,
  peer: { mic: true, camera: true },
  declined: false,
  end: undefined,
}

/** Opens camera and microphone, joins, and closes everything when the screen goes. */
export function useCall({ callId, withCamera = true, origin, buyTicket, read }: Settings): UseCall {
  const [view, setView] = useState(BEFORE)
  const [own, setOwn] = useState<{ stream: MediaStream; problem: MediaProblem | undefined }>()
  const [shown, setShown] = useState({ mic: true, camera: withCamera })
  const call = useRef<OngoingCall>(undefined)
  const settings = useRef({ buyTicket, read })
  settings.current = { buyTicket, read }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another call id is another call
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    openMedia({ camera: withCamera }).then((media) => {
      stream = media.stream
      if (gone) return closeMedia(stream)
      setOwn(media)
      setShown({ mic: true, camera: stream.getVideoTracks().length > 0 })
      const { read: readSignal } = settings.current
      call.current = joinCall({
        origin,
        local: stream,
        buyTicket: () => settings.current.buyTicket(),
        read: readSignal,
        onView: setView,
      })
    })
    return () => {
      gone = true
      call.current?.leave()
      call.current = undefined
      if (stream) closeMedia(stream)
    }
  }, [callId])

  const live = view.phase !== 'over'
  useEffect(() => {
    if (!live) return
    // Who listens and speaks is there, though they touch nothing.
    const timer = setInterval(() => dispatchEvent(new Event(CALL_ONGOING)), 30_000)
    return () => clearInterval(timer)
  }, [live])

  const show = (next: typeof shown) => {
    setShown(next)
    call.current?.show(next)
  }
  return {
    view,
    local: own?.stream,
    problem: own?.problem,
    ...shown,
    setMic: (mic) => show({ ...shown, mic }),
    setCamera: (camera) => show({ ...shown, camera }),
    reconnect: () => call.current?.reconnect(),
    leave: () => call.current?.leave(),
  }
}
