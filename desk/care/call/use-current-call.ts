import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { DeskAction } from '@cuida/core/consultation/status/desk-action.ts'
import { useEffect, useState } from 'react'
import { useDeskConsultation } from '../queries.ts'

export interface CurrentCall {
  id: string
  /** Each start of a call has another key. */
  key: string
  consultation: DeskConsultation
  /** Since when both participants are connected. */
  joinedAt: string | undefined
}

const KEY = 'desk.call'

/**
 * The video call of this desk, whichever consultation is on screen. It follows from the server's record alone, so
 * that a reloaded page rejoins without a click.
 */
export function useCurrentCall(consultationId: string | undefined): CurrentCall | undefined {
  const [held, setHeld] = useState(() => sessionStorage.getItem(KEY) ?? undefined)
  const { data: looked } = useDeskConsultation(consultationId)
  const { data } = useDeskConsultation(held)
  const started = looked && startOf(looked) ? looked.id : undefined
  useEffect(() => {
    if (!started) return
    sessionStorage.setItem(KEY, started)
    setHeld(started)
  }, [started])
  useEffect(() => {
    if (!data || startOf(data)) return
    sessionStorage.removeItem(KEY)
    setHeld(undefined)
  }, [data])
  const start = data && startOf(data)
  return data && start
    ? { id: data.id, key: `${data.id} ${start.createdAt}`, consultation: data, joinedAt: start.joinedAt }
    : undefined
}

/** The start of my running video call; undefined when there is none. */
function startOf({ heldByMe, callMedium, actions }: DeskConsultation): DeskAction | undefined {
  if (!heldByMe || callMedium !== 'video') return undefined
  return actions.findLast(({ type }) => type === 'VIDEO_CALL_STARTED')
}
