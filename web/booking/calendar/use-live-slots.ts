import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { createHints, type Hints } from '@cuida/ui/client/hints.ts'
import { askAgain, readKey } from '@cuida/ui/client/reads/read-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from '../../kit/api.ts'
import { fromApi } from '../../platform/platform.ts'

/** One stream a calendar and tab; closed while nobody looks at it. */
const streams = new Map<string, Hints>()

/** Everybody who looks at a popular calendar hears at once; they do not all ask at once. */
const SPREAD_MS = 400

function streamOf(clinicianId: string): Hints {
  const known = streams.get(clinicianId)
  if (known) return known
  const url = fromApi(`/v1/schedule/clinician/${clinicianId}/events`)
  const made = createHints(session, url, { guests: true })
  streams.set(clinicianId, made)
  return made
}

/** Asks for a clinician's times again whenever somebody takes or frees one. */
export function useLiveSlots(clinicianId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void askAgain(queries, [readKey(listSlots, { id: clinicianId })])
    }
    const leave = streamOf(clinicianId).onHint(() => {
      timer ??= setTimeout(ask, Math.random() * SPREAD_MS)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [queries, clinicianId])
}
