import { listCards, type SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import { createOrder, getPrice, type Price } from '@cuida/core/checkout/order/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { Booking } from '../../booking/cart/booking.ts'
import type { CardFrameHandle } from '../card/CardFrame.tsx'
import type { InstallmentOffer, TokenisedCard } from '../card/frame/protocol.ts'
import { chosenInstallment, offerIn } from '../card/installment-choice.ts'
import { type Payer, payerOf } from '../card/payer.ts'
import { isExpired, useSavedCards } from '../card/saved-cards.ts'
import { isPriceChange } from '../order/checkout-failure.ts'
import { hasLostHold } from '../order/choose-again.ts'
import { placeOrder } from '../order/place-order.ts'
import { type Addresses, cardPayment, getCardCharge, type PaymentValues } from './order-payment.ts'
import { trackPayment } from './track-order.ts'

/** The button, and Enter in the card's frame, are outside the form that they submit. */
export const PAYMENT_FORM_ID = 'payment'
export function submitPayment(): void {
  const form = document.getElementById(PAYMENT_FORM_ID)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

export interface Payment {
  form: Form<PaymentValues>
  /** The frame with the card fields. */
  frame: RefObject<CardFrameHandle | null>
  /** What the card form is filled with at first. */
  payer: Payer
  /** Saved cards that can pay, and the chosen one; undefined means a new card. */
  cards: SavedCard[]
  savedCard: SavedCard | undefined
  /** Saved cards are still loading: a list that arrived later would replace a card form in use. */
  isLoading: boolean
  choose: (card: SavedCard | undefined) => void
  /** The provider has tokenised the card, though there is no order yet: it need not be typed again. */
  card: TokenisedCard | undefined
  /** Installments of the typed or tokenised card. */
  offer: InstallmentOffer
  setOffer: (offer: InstallmentOffer) => void
  useOtherCard: () => void
}

export interface Purchase {
  booking: Booking
  profile: Profile | undefined
  price: Price | undefined
  addresses: Addresses
  onLost: () => void
}

/** One submit at a time: saves the booking, tokenises the card, creates the order (B4.26). */
export function usePayment({ booking, profile, price, addresses, onLost }: Purchase): Payment {
  const queries = useQueryClient()
  const frame = useRef<CardFrameHandle>(null)
  const [card, setCard] = useState<TokenisedCard>()
  const [offer, setOffer] = useState<InstallmentOffer>('none')
  const { cards, savedCard, isLoading, choose } = useCardChoice(profile !== undefined)
  const form = useForm<PaymentValues>({
    initial: { installments: '1', saveCard: false },
    check: () => ({}),
    submit: (values) => pay(values).catch(backIfLost),
    message: () => '',
  })

  async function pay(values: PaymentValues): Promise<void> {
    if (!profile || !price) return
    const installment = chosenInstallment(offer, values.installments, price.total)
    const charged = await getCardCharge(price, savedCard, { ...values, installment }, typed)
    // The frame shows which field is invalid.
    if (!charged) return
    trackPayment(price, 'card')
    await placeOrder(booking, profile.id, cardPayment(price, charged, addresses))
  }

  /** Keeps the token: the card need not be typed again, whatever happens to the order. */
  async function typed(): Promise<TokenisedCard | undefined> {
    const tokenisedCard = card ?? (await tokenise())
    setCard(tokenisedCard)
    return tokenisedCard
  }

  function tokenise(): Promise<TokenisedCard | undefined> {
    if (!frame.current) throw new CallFailed(0, '', { code: 'CARD_FORM_MISSING' })
    return frame.current.tokenise()
  }

  function backIfLost(error: unknown): void {
    // A discount was used in another tab, or a code is exhausted: the new price appears beside the reason.
    if (isPriceChange(error)) void invalidateQueries(queries, [getPrice])
    if (refusedWith(createOrder, error, 'CARD_NOT_FOUND')) void invalidateQueries(queries, [listCards])
    // The card is tokenised: the patient only chooses among the new installments.
    const installment = offerIn(error)
    if (installment) setOffer(installment)
    if (!hasLostHold(error)) throw error
    onLost()
  }
  function pick(selectedCard: SavedCard | undefined): void {
    setCard(undefined)
    choose(selectedCard)
  }
  function useOtherCard(): void {
    setCard(undefined)
    setOffer('none')
  }
  const cardChoice = { cards, savedCard, isLoading, choose: pick }
  return { form, frame, payer: payerOf(profile), ...cardChoice, card, offer, setOffer, useOtherCard }
}

/** The newest saved card is preselected; an expired one cannot pay. */
function useCardChoice(isSignedIn: boolean) {
  const [choice, setChoice] = useState<string | null>()
  const { data = [], isPending } = useSavedCards(isSignedIn)
  const cards = data.filter((card) => !isExpired(card))
  const savedCard = choice === null ? undefined : (cards.find(({ id }) => id === choice) ?? cards[0])
  return {
    cards,
    savedCard,
    isLoading: isSignedIn && isPending,
    choose: (card: SavedCard | undefined) => setChoice(card?.id ?? null),
  }
}
