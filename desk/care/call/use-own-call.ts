import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { DeskAction } from '@cuida/core/consultation/status/desk-action.ts'
import { useEffect, useState } from 'react'
import { useDeskConsultation } from '../queries.ts'

export interface OwnCall {
  id: string
  /** Another start of a call is another call. */
  key: string
  consultation: DeskConsultation
  /** Since when both sides are in it. */
  joinedAt: string | undefined
}

const KEY = 'desk.call'

/**
 * The video call that this desk is in, whichever consultation is looked at meanwhile. It is known by the record alone,
 * so that a reloaded page is back in it without a press.
 */
export function useOwnCall(chosen: string | undefined): OwnCall | undefined {
  const [held, setHeld] = useState(() => sessionStorage.getItem(KEY) ?? undefined)
  const { data: looked } = useDeskConsultation(chosen)
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

/** The start of the video call that is on; undefined when none is, or when it is not mine. */
function startOf({ heldByMe, callMedium, actions }: DeskConsultation): DeskAction | undefined {
  if (!heldByMe || callMedium !== 'video') return undefined
  return actions.findLast(({ type }) => type === 'VIDEO_CALL_STARTED')
}
