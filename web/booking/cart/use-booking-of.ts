import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import type { Booking } from './booking.ts'
import { startBooking, useBookingState } from './cart-store.ts'

/**
 * The running booking of a product, once its answers are loaded. `?mode=now` or `?mode=later` in the URL starts one;
 * without a booking or a mode, the patient is sent to the product page.
 */
export function useBookingOf(product: Product | null | undefined): Booking | undefined {
  const { booking, restored } = useBookingState()
  const mode = modeOf(useSearch())
  const isThis = booking?.productId === product?.id
  const begins = mode !== undefined && !(isThis && booking?.mode === mode)
  useEffect(() => {
    if (!product || !restored) return
    if (begins) startBooking({ productId: product.id, productSlug: product.slug, mode })
    else if (!isThis) goTo(pathOf('product', { slug: product.slug }), { replace: true })
  }, [product, restored, begins, isThis, mode])
  return restored && product && isThis && !begins ? booking : undefined
}

function modeOf(search: string): 'now' | 'later' | undefined {
  const mode = new URLSearchParams(search).get('mode')
  return mode === 'now' || mode === 'later' ? mode : undefined
}
