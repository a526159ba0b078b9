import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { dayOf } from '@cuida/ui/words/format.ts'
import { useEffect, useReducer } from 'react'
import { useSearch } from 'wouter'
import { useSlots } from '../queries.ts'
import type { BookableClinician } from './ClinicianList.tsx'
import { type Choosing, choosing, dayWithin, weekOf } from './calendar.ts'
import { useLiveSlots } from './use-live-slots.ts'

/** Which day of a clinician is open, its times, and the one that was chosen; `sessionKey` marks what a cart holds itself. */
export function useTimes(product: Product, clinician: BookableClinician, sessionKey?: string) {
  const search = new URLSearchParams(useSearch())
  const today = dayOf(serverNow(), clinician.timeZone)
  const [state, dispatch] = useReducer(choosing, undefined, () => opened(search, clinician, today))
  const week = weekOf(today, state.date)
  const from = week.days[0] ?? today
  const to = week.days.at(-1) ?? from
  const slots = useSlots({ clinicianId: clinician.id, productId: product.id, from, to }, sessionKey)
  const day = slots.data?.days.find(({ date }) => date === state.date)
  useEffect(() => {
    if (day) dispatch({ type: 'dayLoaded', slots: day.slots, at: serverNow() })
  }, [day])
  useLiveSlots(clinician.id)
  return { state, dispatch, week, slots, day }
}

/** `?date=` opens a day, else the first with a free time; `?timeout=true` says that the held time was lost. */
function opened(search: URLSearchParams, { nextFree, timeZone }: BookableClinician, today: string): Choosing {
  const soonest = nextFree ? dayOf(nextFree, timeZone) : today
  return {
    date: dayWithin(search.get('date'), today) ?? soonest,
    chosen: undefined,
    taken: [],
    notice: search.get('timeout') === 'true' ? { kind: 'timeout' } : undefined,
  }
}
