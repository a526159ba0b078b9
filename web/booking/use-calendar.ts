import type { Product } from '@cuida/core/catalogue/product.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { dayOf } from '@cuida/ui/words/format.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { useSearch } from 'wouter'
import { goTo } from '../kit/navigation.ts'
import { pathOf } from '../routes.ts'
import { missingStep } from './answering.ts'
import type { Booking, Slot } from './booking.ts'
import type { BookableClinician } from './ClinicianList.tsx'
import { type Choosing, choosing, dayWithin, weekOf } from './calendar.ts'
import { holdSlot, startBooking, useBooking } from './cart-store.ts'
import { useSlots } from './queries.ts'

/** Everything behind the calendar's screen: which day is open, its times, and the way to the payment. */
export function useCalendar(product: Product, clinician: BookableClinician) {
  const booking = useBooking()
  const search = new URLSearchParams(useSearch())
  const today = dayOf(Date.now(), clinician.timeZone)
  const [state, dispatch] = useReducer(choosing, undefined, () => opened(search, clinician, today))
  const week = weekOf(today, state.date)
  const [from = today, to = from] = [week.days[0], week.days.at(-1)]
  const slots = useSlots({ clinicianId: clinician.id, productId: product.id, from, to }, booking?.sessionKey)
  const day = slots.data?.days.find(({ date }) => date === state.date)
  useEffect(() => {
    if (day) dispatch({ type: 'dayLoaded', slots: day.slots })
  }, [day])
  const hold = useHold(clinician.id, (code) => dispatch({ type: 'holdRefused', code }))

  function reserve(): void {
    if (!state.chosen) dispatch({ type: 'pressedWithoutSlot' })
    else if (booking?.productId === product.id && !missingStep(product, { ...booking, mode: 'later' }))
      hold.mutate(state.chosen)
    else answerFirst(product, booking, clinician.id)
  }
  return { state, dispatch, week, slots, day, reserve, isHolding: hold.isPending }
}

/** Whoever comes by a link has answers to give first; they lead back to this calendar. */
function answerFirst(product: Product, booking: Booking | undefined, clinicianId: string): void {
  const { id: productId, slug } = product
  startBooking({ productId, productSlug: slug, mode: 'later', clinicianId })
  const isTold = booking?.productId === productId && missingStep(product, booking)?.step === 'summary'
  goTo(isTold ? pathOf('summary', { slug }) : pathOf('questions', { slug }))
}

function useHold(clinicianId: string, onRefused: (code: string | undefined) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ startTime, endTime }: Slot) => holdSlot(clinicianId, { startTime, endTime }),
    onSuccess: () => goTo(pathOf('checkout')),
    onError: (error) => onRefused(error instanceof CallFailed ? error.code : undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: ['slots', clinicianId] }),
  })
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
