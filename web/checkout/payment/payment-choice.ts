import { canPayByPix } from '@cuida/core/checkout/pix/pix.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'

/** Payment methods: a closed list, with a form for each. */
export const PAYMENT_METHODS = ['card', 'pix'] as const
export type ChosenMethod = (typeof PAYMENT_METHODS)[number]

const KEY = 'payment-way'
const storage = browserStorage()

/** Chooses the method of the next visit to checkout. */
export const rememberMethod = (method: ChosenMethod): void => storage.set(KEY, method)

export interface PaymentChoice {
  /** A single method is not offered as a choice. */
  methods: readonly ChosenMethod[]
  method: ChosenMethod
  choose: (method: ChosenMethod) => void
}

/** The last choice is kept, also when the hold expired and another time is booked (product 11.7). */
export function usePaymentChoice(): PaymentChoice {
  const methods = canPayByPix(usePartner()) ? PAYMENT_METHODS : (['card'] as const)
  const [selectedMethod, setSelectedMethod] = useState(() => storage.get(KEY))
  return {
    methods,
    method: methods.find((method) => method === selectedMethod) ?? 'card',
    choose(method) {
      rememberMethod(method)
      setSelectedMethod(method)
    },
  }
}
