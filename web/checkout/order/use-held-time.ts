import { useEffect, useRef, useState } from 'react'
import type { Booking, Slot } from '../../booking/cart/booking.ts'
import { holdSlot, releaseSlot } from '../../booking/cart/cart-store.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { isRefused } from './checkout-failure.ts'
import { choicePath } from './choose-again.ts'

export interface HeldTime {
  /** The time that is being booked; undefined for "now". */
  slot: Slot | undefined
  /** Until when it is held. Absent while a payment is under way, and for "now". */
  until: string | undefined
  /** Begins the minutes anew. */
  keep: () => Promise<void>
  isKeeping: boolean
  failure: unknown
  /** The time is gone: back to the calendar, with the answers. */
  lose: () => void
}

const isHere = (): boolean => location.pathname === pathOf('checkout')

/** B2.32: to where the patient chooses, and the time goes back to the calendar. */
export function chooseAgain(booking: Booking, why: { lost?: boolean; who?: boolean }): void {
  goTo(choicePath(booking, why), { replace: true })
  void releaseSlot()
}

/** The time that this checkout is about, from the clock in the header to its loss. */
export function useHeldTime(booking: Booking): HeldTime {
  const [isKeeping, setKeeping] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const slot = booking.mode === 'later' ? booking.slot : undefined
  const isLost = booking.mode === 'later' && !slot

  const lose = () => chooseAgain(booking, { lost: true })
  async function keep(): Promise<void> {
    if (isKeeping || !slot || !booking.clinicianId) return
    setKeeping(true)
    setFailure(undefined)
    try {
      // The same lock again, late in its minutes, begins them anew (core/kit/assumptions.ts).
      await holdSlot(booking.clinicianId, slot)
    } catch (error) {
      if (isRefused(error)) lose()
      else setFailure(error)
    } finally {
      setKeeping(false)
    }
  }
  const latest = useRef(lose)
  latest.current = lose
  useEffect(() => {
    if (isLost && isHere()) latest.current()
  }, [isLost])
  return { slot, until: slot && booking.lockExpiresAt, keep, isKeeping, failure, lose }
}

/** B2.32, for the browser's own button: the time goes back to the calendar, unless it is being paid. */
export function useReleaseOnBack(isPaying: boolean): void {
  const paying = useRef(isPaying)
  paying.current = isPaying
  useEffect(() => {
    // A moment later, because only then the router has left this screen and the address tells where "back" led.
    const release = () => setTimeout(() => !paying.current && !isHere() && void releaseSlot())
    window.addEventListener('popstate', release)
    // The router hears of it first and takes this screen away: this listener stays until the event is over.
    return () => void setTimeout(() => window.removeEventListener('popstate', release))
  }, [])
}
