import { useEffect, useRef, useState } from 'react'
import type { Booking, Slot } from '../../booking/cart/booking.ts'
import { holdSlot, releaseSlot } from '../../booking/cart/cart-store.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { isRefused } from './checkout-failure.ts'
import { choicePath } from './choose-again.ts'

export interface HeldTime {
  /** The time being booked; undefined for "now". */
  slot: Slot | undefined
  /** Expiry of the hold. Absent during a payment, and for "now". */
  until: string | undefined
  /** Renews the hold for its full duration. */
  keepSlot: () => Promise<void>
  isKeeping: boolean
  failure: unknown
  /** The hold expired: returns to the calendar with the answers. */
  lose: () => void
}

const isHere = (): boolean => location.pathname === pathOf('checkout')

/** B2.32: returns to the choice of a time and releases the hold. */
export function chooseAgain(booking: Booking, why: { isSlotLost?: boolean; changesPatient?: boolean }): void {
  goTo(choicePath(booking, why), { replace: true })
  void releaseSlot()
}

/** The held time of this checkout, from the countdown in the header to its expiry. */
export function useHeldTime(booking: Booking): HeldTime {
  const [isKeeping, setKeeping] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const slot = booking.mode === 'later' ? booking.slot : undefined
  const isLost = booking.mode === 'later' && !slot

  const lose = () => chooseAgain(booking, { isSlotLost: true })
  async function keepSlot(): Promise<void> {
    if (isKeeping || !slot || !booking.clinicianId) return
    setKeeping(true)
    setFailure(undefined)
    try {
      // Locking the same slot again, near its expiry, renews the hold (core/kit/assumptions.ts).
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
  return { slot, until: slot && booking.lockExpiresAt, keepSlot, isKeeping, failure, lose }
}

/** B2.32, for the browser's back button: releases the hold unless a payment is in progress. */
export function useReleaseOnBack(isPaying: boolean): void {
  const paying = useRef(isPaying)
  paying.current = isPaying
  useEffect(() => {
    // Deferred: only then has the router left this screen and the URL shows where "back" led.
    const release = () => setTimeout(() => !paying.current && !isHere() && void releaseSlot())
    window.addEventListener('popstate', release)
    // The router handles popstate first and unmounts this screen: the listener stays until the event is over.
    return () => void setTimeout(() => window.removeEventListener('popstate', release))
  }, [])
}
