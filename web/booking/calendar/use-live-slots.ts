import { listProductSlots, listSlots } from '@cuida/core/booking/cart/api.ts'
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

/** The server refuses a stream of more; the times of the others are polled. */
const MOST_CLINICIANS = 50

const pathOfStream = ({ clinicianIds: [first = '', ...others] }: Watched): `/${string}` =>
  others.length === 0
    ? `/v1/schedule/clinician/${first}/events`
    : `/v1/schedule/events?clinicians=${[first, ...others].slice(0, MOST_CLINICIANS).join(',')}`

function streamOf(path: `/${string}`): Hints {
  const known = streams.get(path)
  if (known) return known
  const made = createHints(session, fromApi(path), { guests: true })
  streams.set(path, made)
  return made
}

interface Watched {
  /** In a stable order: another order is another stream. */
  clinicianIds: readonly string[]
  productSlug: string
}

/** Asks for the times of these clinicians again whenever somebody takes or frees one. */
export function useLiveSlots(watched: Watched): void {
  const queries = useQueryClient()
  const path = pathOfStream(watched)
  const { productSlug } = watched
  const [id] = watched.clinicianIds
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void askAgain(queries, [readKey(listSlots, { id }), readKey(listProductSlots, { slug: productSlug })])
    }
    const leave = streamOf(path).onHint(() => {
      timer ??= setTimeout(ask, Math.random() * SPREAD_MS)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [queries, path, id, productSlug])
}
