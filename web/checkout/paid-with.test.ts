import type { Price } from '@cuida/core/checkout/api.ts'
import type { SavedCard } from '@cuida/core/checkout/card-api.ts'
import type { Address } from '@cuida/core/profile/address.ts'
import { expect, test } from 'vitest'
import { addressesOf, byCard, byPix, keptCard, typedCard } from './paid-with.ts'

const price = { total: 2900, subtotal: 3900, currency: 'EUR' } as unknown as Price
const kept = { id: 'card-1', cardId: 'at-the-provider' } as SavedCard
const made = { cardToken: 'token-of-the-form', sessionId: 'form', cardholderName: 'LUCIA M' }
const [home, billing] = [{ street: 'Calle Mayor' } as Address, { street: 'Gran Vía' } as Address]
const CARD = { type: 'CARD_FIRST_PAYMENT' }

test.each([
  [
    'a new card in three installments, and it is kept',
    typedCard(made, undefined, { installments: '3', saveCard: true }),
    { ...made, saveCard: true, installments: 3 },
  ],
  [
    'a new card at once, and it is not kept',
    typedCard(made, undefined, { installments: '1', saveCard: false }),
    { ...made, saveCard: false, installments: 1 },
  ],
  ['a kept card pays without being typed', keptCard(kept), { savedCardId: 'card-1', isSavedCard: true }],
  [
    'a kept card whose security code was asked for is still the kept one: at once, and not kept a second time',
    typedCard(made, kept, { installments: '3', saveCard: true }),
    { ...made, savedCardId: 'card-1', isSavedCard: true },
  ],
  ['both addresses, each as its own', addressesOf(home, billing), { homeAddress: home, billingAddress: billing }],
  ['where the bill goes alone', addressesOf(null, billing), { billingAddress: billing }],
  ['no address is known', addressesOf(undefined, undefined), {}],
  [
    'what a card is charged is what was shown, discount and all, with the addresses that were shown',
    byCard(price, keptCard(kept), { homeAddress: home }),
    { paymentMethodInfo: CARD, shownTotal: 2900, savedCardId: 'card-1', isSavedCard: true, homeAddress: home },
  ],
  [
    'free of charge there is no card',
    byCard({ ...price, total: 0 }, undefined, {}),
    { paymentMethodInfo: CARD, shownTotal: 0 },
  ],
  [
    'by Pix with the CPF that was typed',
    byPix(price, '52998224725', { billingAddress: billing }),
    { paymentMethodInfo: { type: 'PIX', cpf: '52998224725' }, shownTotal: 2900, billingAddress: billing },
  ],
])('%s', (_, made, expected) => expect(made).toEqual(expected))
