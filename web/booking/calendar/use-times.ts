import { listProductSlots, listSlots } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { dayOf } from '@cuida/ui/words/format.ts'
import { useEffect, useReducer } from 'react'
import { useSearch } from 'wouter'
import { usePartner } from '../../kit/content/partner.tsx'
import { useRead } from '../../kit/reads.ts'
import type { BookableClinician } from './ClinicianList.tsx'
import { type Choosing, choosing, dayWithin, weekOf } from './calendar.ts'
import { useLiveSlots } from './use-live-slots.ts'

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
  const options = { staleTime: 10_000, every: POLL.rarely, endsUnseen: true, sent: { sessionKey } }
  const ofOne = useRead(
    listSlots,
    { id: clinicianId ?? '', productId: product.id, from, to },
    { ...options, enabled: clinicianId !== undefined },
  )
  const ofAll = useRead(
    listProductSlots,
    { slug: product.slug, from, to },
    { ...options, enabled: clinicianId === undefined },
  )
  return clinicianId === undefined ? ofAll : ofOne
}
