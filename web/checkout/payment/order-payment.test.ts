import type { SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import { expect, test } from 'vitest'
import { addressesOf, cardPayment, getCardCharge, pixPayment } from './order-payment.ts'

const price = { total: 2900, subtotal: 3900, currency: 'EUR' } as unknown as Price
const savedCard = { id: 'card-1', cardId: 'at-the-provider' } as SavedCard
const formCard = { cardToken: 'token-of-the-form', sessionId: 'form', cardholderName: 'LUCIA M' }
const home = { street: 'Calle Mayor' } as Address
const billing = { street: 'Gran Vía' } as Address
const CARD = { type: 'CARD_FIRST_PAYMENT' }

const typing = async () => formCard
const wrong = async () => undefined
const never = () => Promise.reject(new Error('nothing was to be typed'))
const once = { installments: 1, each: 2900, total: 2900 }
const thrice = { installment: { installments: 3, each: 1030, total: 3090 }, saveCard: true }
const known = { id: 'card-2', cardId: undefined } as unknown as SavedCard

test.each([
  [
    'a new card in three installments is charged the total shown and saved',
    getCardCharge(price, undefined, thrice, typing),
    { ...formCard, showsChallenge: true, saveCard: true, installments: 3, shownInstallmentsTotal: 3090 },
  ],
  [
    'a new card in a single payment is not saved',
    getCardCharge(price, undefined, { installment: once, saveCard: false }, typing),
    { ...formCard, showsChallenge: true, saveCard: false, installments: 1 },
  ],
  [
    'a saved card pays without typing',
    getCardCharge(price, known, thrice, never),
    { savedCardId: 'card-2', isSavedCard: true },
  ],
  [
    'a saved card with a typed code is a single payment and not saved again',
    getCardCharge(price, savedCard, thrice, typing),
    { ...formCard, showsChallenge: true, savedCardId: 'card-1', isSavedCard: true },
  ],
  ['a free booking needs no card', getCardCharge({ ...price, total: 0 }, savedCard, thrice, never), {}],
  ['an invalid form charges nothing', getCardCharge(price, undefined, thrice, wrong), undefined],
])('%s', async (_, charged, expected) => expect(await charged).toEqual(expected))

test.each([
  ['both addresses are sent separately', addressesOf(home, billing), { homeAddress: home, billingAddress: billing }],
  ['only a billing address is sent', addressesOf(null, billing), { billingAddress: billing }],
  ['no address is sent when none is known', addressesOf(undefined, undefined), {}],
  [
    'a card order has the price, discount and addresses shown',
    cardPayment(price, { savedCardId: 'card-1', isSavedCard: true }, { homeAddress: home }),
    { paymentMethodInfo: CARD, shownTotal: 2900, savedCardId: 'card-1', isSavedCard: true, homeAddress: home },
  ],
  ['a free order has no card', cardPayment({ ...price, total: 0 }, {}, {}), { paymentMethodInfo: CARD, shownTotal: 0 }],
  [
    'a Pix order has the typed CPF',
    pixPayment(price, '52998224725', { billingAddress: billing }),
    { paymentMethodInfo: { type: 'PIX', cpf: '52998224725' }, shownTotal: 2900, billingAddress: billing },
  ],
])('%s', (_, charge, expected) => expect(charge).toEqual(expected))
