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
import {
  type CalendarEvent,
  type CalendarState,
  calendarReducer,
  dayWithin,
  type OfferedSlot,
  weekOf,
} from './calendar.ts'

/** One event stream per calendar and tab, closed when no component uses it. */
const streams = new Map<string, ChangeEvents>()

/**
 * A random delay: a change in a popular calendar reaches all its viewers at once, and they must not all refetch at
 * once.
 */
const SPREAD_MS = 400

/** The server refuses a stream for more clinicians; the times of the others are polled. */
const MAX_CLINICIANS = 50

const pathOfStream = ({ clinicianIds: [first = '', ...others] }: Watched): `/${string}` =>
  others.length === 0
    ? `/v1/schedule/clinician/${first}/events`
    : `/v1/schedule/events?clinicians=${[first, ...others].slice(0, MAX_CLINICIANS).join(',')}`

/** Whose times a calendar shows: all clinicians of the product, or the chosen one. */
export interface CalendarScope {
  clinician?: BookableClinician | undefined
  /** All clinicians of the product, the soonest first. */
  all: readonly BookableClinician[]
  /** Whether the first free time is chosen when the calendar opens. */
  preselects?: boolean
}

/**
 * The open day of a calendar, its times and the chosen one. `sessionKey` marks the time that the cart itself holds.
 */
export function useCalendarSlots(product: Product, { clinician, all, preselects }: CalendarScope, sessionKey?: string) {
  const search = new URLSearchParams(useSearch())
  const clinic = usePartner()
  const timeZone = clinician?.timeZone ?? clinic.timeZone
  const nextFree = (clinician ?? all[0])?.nextFree
  const today = dayOf(serverNow(), timeZone)
  const [state, dispatch] = useReducer(calendarReducer, undefined, () =>
    opened(search, { nextFree, timeZone, preselects }, today),
  )
  const week = weekOf(today, state.date)
  const from = week.days[0] ?? today
  const to = week.days.at(-1) ?? from
  const slots = useSlots({ clinicianId: clinician?.id, product, from, to }, sessionKey)
  const day = slots.data?.days.find(({ date }) => date === state.date)
  // The replies in a page may be a minute old: what they show counts once they have been confirmed.
  const isCurrent = slots.isFetchedAfterMount || !slots.isFetching
  useEffect(() => {
    if (day && isCurrent) dispatch(dayLoaded(day))
  }, [day, isCurrent])
  const isFull = day?.slots.length === 0 && isCurrent
  const nextDay = slots.data?.nextFree && dayOf(slots.data.nextFree, timeZone)
  useEffect(() => {
    if (isFull && nextDay) dispatch({ type: 'dayWasFull', date: nextDay })
  }, [isFull, nextDay])
  const clinicianIds = clinician ? [clinician.id] : all.map(({ id }) => id).sort()
  useLiveSlots({ clinicianIds, productSlug: product.slug })
  // Until then the first time is shown as chosen, as it will be.
  const current = day && !state.lastResult ? calendarReducer(state, dayLoaded(day)) : state
  return { state: current, dispatch, week, slots, day, timeZone }
}

const dayLoaded = ({ slots }: { slots: readonly OfferedSlot[] }): CalendarEvent => ({
  type: 'dayLoaded',
  slots,
  at: serverNow(),
})

/**
 * `?date=` opens a day, otherwise the first day with a free time opens; `?timeout=true` reports that the held time
 * expired.
 */
function opened(
  search: URLSearchParams,
  {
    nextFree,
    timeZone,
    preselects,
  }: { nextFree: string | null | undefined; timeZone: string; preselects?: boolean | undefined },
  today: string,
): CalendarState {
  const soonest = nextFree ? dayOf(nextFree, timeZone) : today
  const wanted = dayWithin(search.get('date'), today)
  return {
    date: wanted ?? soonest,
    // A person who opened a day, or whose time expired, chooses again.
    preselects: preselects === true && !wanted && search.get('timeout') !== 'true',
    selectedSlot: undefined,
    takenSlots: [],
    notice: search.get('timeout') === 'true' ? { kind: 'timeout' } : undefined,
  }
}

interface Week {
  /** Undefined: all clinicians of the product. */
  clinicianId: string | undefined
  product: Pick<Product, 'id' | 'slug'>
  /** Calendar days, both included: in the clinician's time zone, or in the clinic's for all clinicians. */
  from: string
  to: string
}

/**
 * Free times in a range of days; `sessionKey` marks the time that this booking holds. Other patients book meanwhile:
 * polled, and fetched again when the app returns to the foreground.
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
  const stream = createChangeEvents(session, fromApi(path), { guests: true })
  streams.set(path, stream)
  return stream
}

interface Watched {
  /** In a stable order: another order opens another stream. */
  clinicianIds: readonly string[]
  productSlug: string
}

/** Refetches the times of these clinicians when one is taken or released. */
export function useLiveSlots(watched: Watched): void {
  const queries = useQueryClient()
  const path = pathOfStream(watched)
  const { productSlug } = watched
  const [id] = watched.clinicianIds
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetchSlots = () => {
      timer = undefined
      void invalidateQueries(queries, [callKey(listSlots, { id }), callKey(listProductSlots, { slug: productSlug })])
    }
    const leave = streamOf(path).onChange(() => {
      timer ??= setTimeout(refetchSlots, Math.random() * SPREAD_MS)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [queries, path, id, productSlug])
}
