import { canPayByPix } from '@cuida/core/checkout/pix/pix.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'

/** How one pays here: a closed list, and a form for each. */
export const PAYMENT_WAYS = ['card', 'pix'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

const KEY = 'payment-way'
const storage = browserStorage()

export interface PaymentChoice {
  /** One way is no choice, and is not offered as one. */
  ways: readonly PaymentWay[]
  way: PaymentWay
  choose: (way: PaymentWay) => void
}

/** What was chosen last stays chosen: also when the time was lost and another is booked (product 11.7). */
export function usePaymentChoice(): PaymentChoice {
  const ways = canPayByPix(usePartner()) ? PAYMENT_WAYS : (['card'] as const)
  const [chosen, setChosen] = useState(() => storage.get(KEY))
  return {
    ways,
    way: ways.find((way) => way === chosen) ?? 'card',
    choose(way) {
      storage.set(KEY, way)
      setChosen(way)
    },
  }
}
