import { listProductSlots, listSlots } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { type ChangeEvents, createChangeEvents } from '@cuida/ui/client/change-events.ts'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { dayOf } from '@cuida/ui/i18n/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { useSearch } from 'wouter'
import { session } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useQuery } from '../../kit/queries.ts'
import { fromApi } from '../../platform/platform.ts'
import type { BookableClinician } from './ClinicianList.tsx'
import { type Choosing, choosing, dayWithin, weekOf } from './calendar.ts'

/** One stream a calendar and tab; closed while nobody looks at it. */
const streams = new Map<string, ChangeEvents>()

/** Everybody who looks at a popular calendar hears at once; they do not all ask at once. */
const SPREAD_MS = 400

/** The server refuses a stream of more; the times of the others are polled. */
const MOST_CLINICIANS = 50

const pathOfStream = ({ clinicianIds: [first = '', ...others] }: Watched): `/${string}` =>
  others.length === 0
    ? `/v1/schedule/clinician/${first}/events`
    : `/v1/schedule/events?clinicians=${[first, ...others].slice(0, MOST_CLINICIANS).join(',')}`

/** Whose times a calendar shows: those of everybody who gives the product, or of the one that was chosen. */
export interface TimesOf {
  clinician?: BookableClinician | undefined
  /** Everybody who gives the product, soonest first. */
  all: readonly BookableClinician[]
}

/** Which day of a calendar is open, its times, and the one that was chosen; `sessionKey` marks what a cart holds itself. */
export function useTimes(product: Product, { clinician, all }: TimesOf, sessionKey?: string) {
  const search = new URLSearchParams(useSearch())
  const clinic = usePartner()
  const timeZone = clinician?.timeZone ?? clinic.timeZone
  const nextFree = (clinician ?? all[0])?.nextFree
  const today = dayOf(serverNow(), timeZone)
  const [state, dispatch] = useReducer(choosing, undefined, () => opened(search, { nextFree, timeZone }, today))
  const week = weekOf(today, state.date)
  const from = week.days[0] ?? today
  const to = week.days.at(-1) ?? from
  const slots = useSlots({ clinicianId: clinician?.id, product, from, to }, sessionKey)
  const day = slots.data?.days.find(({ date }) => date === state.date)
  useEffect(() => {
    if (day) dispatch({ type: 'dayLoaded', slots: day.slots, at: serverNow() })
  }, [day])
  const clinicianIds = clinician ? [clinician.id] : all.map(({ id }) => id).sort()
  useLiveSlots({ clinicianIds, productSlug: product.slug })
  return { state, dispatch, week, slots, day, timeZone }
}

/** `?date=` opens a day, else the first with a free time; `?timeout=true` says that the held time was lost. */
function opened(
  search: URLSearchParams,
  { nextFree, timeZone }: { nextFree: string | null | undefined; timeZone: string },
  today: string,
): Choosing {
  const soonest = nextFree ? dayOf(nextFree, timeZone) : today
  return {
    date: dayWithin(search.get('date'), today) ?? soonest,
    chosen: undefined,
    taken: [],
    notice: search.get('timeout') === 'true' ? { kind: 'timeout' } : undefined,
  }
}

interface Week {
  /** Undefined: everybody who gives the product. */
  clinicianId: string | undefined
  product: Pick<Product, 'id' | 'slug'>
  /** Calendar days, both included: on the clinician's clock, of everybody on the clinic's. */
  from: string
  to: string
}

/**
 * Free times of some days; `sessionKey` marks what this booking holds itself. Other people book meanwhile: looked at again
 * by itself, and whenever the person comes back to the app.
 */
function useSlots({ clinicianId, product, from, to }: Week, sessionKey: string | undefined) {
  const options = { staleTime: 10_000, every: POLL.every30s, endsUnseen: true, sent: { sessionKey } }
  const ofOne = useQuery(
    listSlots,
    { id: clinicianId ?? '', productId: product.id, from, to },
    { ...options, enabled: clinicianId !== undefined },
  )
  const ofAll = useQuery(
    listProductSlots,
    { slug: product.slug, from, to },
    { ...options, enabled: clinicianId === undefined },
  )
  return clinicianId === undefined ? ofAll : ofOne
}

function streamOf(path: `/${string}`): ChangeEvents {
  const known = streams.get(path)
  if (known) return known
  const made = createChangeEvents(session, fromApi(path), { guests: true })
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
      void invalidateQueries(queries, [callKey(listSlots, { id }), callKey(listProductSlots, { slug: productSlug })])
    }
    const leave = streamOf(path).onChange(() => {
      timer ??= setTimeout(ask, Math.random() * SPREAD_MS)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [queries, path, id, productSlug])
}
