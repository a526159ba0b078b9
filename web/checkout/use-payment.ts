import type { Price } from '@cuida/core/checkout/api.ts'
import type { Profile } from '@cuida/core/profile/profile.ts'
import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Booking } from '../booking/booking.ts'
import { usePartner } from '../kit/partner.tsx'
import { type CardValues, cardFormProblems, cardOf, cardWords, emptyCard } from './card-values.ts'
import { isOtherPrice } from './checkout-failure.ts'
import { hasLostTime } from './choose-again.ts'
import { placeOrder } from './place-order.ts'
import { cardEntryQuery } from './queries.ts'
import { type TokenisedCard, tokeniseCard } from './tokenise.ts'

export interface Payment {
  form: Form<CardValues>
  /** The provider has the card already, though there is no order yet: it need not be typed again. */
  card: TokenisedCard | undefined
  useOtherCard: () => void
}

export interface Purchase {
  booking: Booking
  profile: Profile | undefined
  price: Price | undefined
  onLost: () => void
}

/** One submit at a time: save the booking, give the card to the provider, order (spec 2 §4 "Payment"). */
export function usePayment({ booking, profile, price, onLost }: Purchase): Payment {
  const queries = useQueryClient()
  const { paymentProvider } = usePartner()
  const [card, setCard] = useState<TokenisedCard>()
  const isFree = price?.total === 0
  const form = useForm<CardValues>({
    initial: emptyCard(profile?.cpf),
    check: (values) => (isFree || card ? {} : cardFormProblems(values, paymentProvider, new Date())),
    submit: (values) => pay(values).catch(backIfLost),
    words: cardWords,
  })

  async function pay(values: CardValues): Promise<void> {
    if (!profile || !price) return
    const paysWith = isFree ? undefined : (card ?? (await tokenise(values)))
    await placeOrder(booking, profile.id, {
      paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
      shownTotal: price.total,
      ...(paysWith ? { ...paysWith, installments: Number(values.installments) } : {}),
    })
  }

  /** The provider has the card from here on: this page forgets it. */
  async function tokenise(values: CardValues): Promise<TokenisedCard> {
    const tokenised = await tokeniseCard(await queries.ensureQueryData(cardEntryQuery), cardOf(values))
    setCard(tokenised)
    const { number, holder, expiry, securityCode } = emptyCard(undefined)
    form.set('number', number)
    form.set('holder', holder)
    form.set('expiry', expiry)
    form.set('securityCode', securityCode)
    return tokenised
  }

  function backIfLost(error: unknown): void {
    // A discount was used in another tab, or a code used up: the new price stands beside the reason.
    if (isOtherPrice(error)) void queries.invalidateQueries({ queryKey: ['price'] })
    if (!hasLostTime(error)) throw error
    onLost()
  }
  return { form, card, useOtherCard: () => setCard(undefined) }
}
