import { canPayByPix } from '@cuida/core/checkout/pix/pix.ts'
import { walletsOf } from '@cuida/core/checkout/wallet/wallet.ts'
import { WALLETS, type Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { useCardEntry } from '../queries.ts'
import { deviceWallets, isPhone } from '../wallet/device-wallets.ts'

/** Payment methods, with a form for each. */
export type ChosenMethod = 'card' | 'pix' | Wallet

export const walletIn = (method: ChosenMethod): Wallet | undefined => WALLETS.find((wallet) => wallet === method)

const KEY = 'payment-way'
const storage = browserStorage()

/** Chooses the method of the next visit to checkout. */
export const rememberMethod = (method: ChosenMethod): void => storage.set(KEY, method)

export interface PaymentChoice {
  /** A single method is not offered as a choice. */
  methods: readonly ChosenMethod[]
  method: ChosenMethod
  choose: (method: ChosenMethod) => void
  /** The provider has not said yet which wallets it has. */
  isLoading: boolean
}

/** The last choice is kept, also when the hold expired and another time is booked (product 11.7). */
export function usePaymentChoice(profile: Profile | undefined): PaymentChoice {
  const partner = usePartner()
  const entry = useCardEntry(profile !== undefined && walletsOf(partner).length > 0)
  const wallets = deviceWallets(entry.data?.wallets ?? [], profile?.phone.number)
  const others = canPayByPix(partner) ? (['card', 'pix'] as const) : (['card'] as const)
  const methods: ChosenMethod[] = isPhone() ? [...wallets, ...others] : [...others, ...wallets]
  const [selectedMethod, setSelectedMethod] = useState(() => storage.get(KEY))
  return {
    methods,
    method: methods.find((method) => method === selectedMethod) ?? 'card',
    isLoading: entry.isLoading,
    choose(method) {
      rememberMethod(method)
      setSelectedMethod(method)
    },
  }
}
