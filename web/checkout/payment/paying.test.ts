import { listCards, type SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import { createOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries, submitForm } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import { usePix } from '../pix/use-pix.ts'
import { usePrice } from '../queries.ts'
import { orderId, price, profile, sessionKey, setUpCheckout } from '../test-checkout.ts'
import { PAYMENT_FORM_ID, type Purchase, submitPayment, usePayment } from './use-payment.ts'

const REQUIRED = 'Write the CPF of whoever pays'
const INVALID = 'This is no CPF'
beforeAll(() =>
  loadMessages('en', { 'checkout.card.document.REQUIRED': REQUIRED, 'checkout.card.document.INVALID': INVALID }),
)

const once = { installments: 1, each: 2900, total: 2900 }
const tokenReply = { cardToken: 'token-1', sessionId: 'form-1' }
const newest = { id: 'card-2', expiryMonth: 4, expiryYear: 2031 } as SavedCard
const older = { id: 'card-1', expiryMonth: 11, expiryYear: 2026 } as SavedCard
const expired = { id: 'card-0', expiryMonth: 10, expiryYear: 2026 } as SavedCard

interface Till {
  cards?: SavedCard[]
  purchase?: Partial<Purchase>
  /** The card form's reply. */
  frame?: { tokenise: () => Promise<typeof tokenReply | undefined> } | null
}
async function renderCheckout({ cards = [], purchase = {}, frame = { tokenise: async () => tokenReply } }: Till = {}) {
  freezeTime()
  const { server, booking } = setUpCheckout()
  server.reply(listCards, { items: cards })
  server.reply(getPrice, price)
  server.reply(createOrder, { workflowId: orderId })
  const onLost = vi.fn()
  const purchaseInput = () => ({ booking: booking(), profile, price, addresses: {}, onLost, ...purchase })
  const usePaying = () => ({ payment: usePayment(purchaseInput()), price: usePrice(booking(), true) })
  const screen = await renderHookWithQueries(usePaying, { at: '/checkout' })
  screen.current().payment.frame.current = frame as never
  const pay = () => screen.act(({ payment }) => submitForm(payment))
  const orders = () => server.requestsTo(createOrder).map(({ body }) => body)
  return { server, screen, pay, orders, onLost }
}

describe('paying by card', () => {
  test('the order has the price shown and leads to its screen', async () => {
    const { pay, orders } = await renderCheckout()
    await pay()
    expect(orders()).toEqual([
      expect.objectContaining({
        ...tokenReply,
        cartSessionKey: sessionKey,
        shownTotal: 2900,
        saveCard: false,
        installments: 1,
      }),
    ])
    expect(currentAddress()).toBe(`/orders/${orderId}`)
  })

  test('a tokenised card is not requested again after a refusal', async () => {
    const tokenise = vi.fn(async () => tokenReply)
    const { server, screen, pay, orders } = await renderCheckout({ frame: { tokenise } })
    server.refuse(createOrder, 'OUT_OF_HOURS')
    await pay()
    expect(screen.current().payment.card).toEqual(tokenReply)
    expect(screen.current().payment.form.failure).toMatchObject({ code: 'OUT_OF_HOURS' })
    await pay()
    expect(tokenise).toHaveBeenCalledOnce()
    expect(orders()).toHaveLength(2)
    // Another card is typed instead.
    await screen.act(({ payment }) => payment.useOtherCard())
    expect(screen.current().payment.card).toBeUndefined()
    await pay()
    expect(tokenise).toHaveBeenCalledTimes(2)
  })

  test('installments no longer offered are chosen again for the same card', async () => {
    const three = { installments: 3, each: 1030, total: 3090 }
    const tokenise = vi.fn(async () => tokenReply)
    const { server, screen, pay, orders } = await renderCheckout({ frame: { tokenise } })
    const before = [once, { ...three, each: 1000, total: 3000 }]
    await screen.act(({ payment }) => [payment.setOffer(before), payment.form.set('installments', '3')])
    server.refuse(createOrder, 'INSTALLMENTS_CHANGED', 409, { options: [once, three] })
    await pay()
    expect(orders().at(-1)).toMatchObject({ installments: 3, shownInstallmentsTotal: 3000 })
    expect(screen.current().payment).toMatchObject({ card: tokenReply, offer: [once, three] })
    expect(screen.current().payment.form.failure).toMatchObject({ code: 'INSTALLMENTS_CHANGED' })
    await pay()
    expect(orders().at(-1)).toMatchObject({ ...tokenReply, installments: 3, shownInstallmentsTotal: 3090 })
    expect(tokenise).toHaveBeenCalledOnce()
  })

  test('an invalid form orders nothing and shows its own errors', async () => {
    const { screen, pay, orders } = await renderCheckout({ frame: { tokenise: async () => undefined } })
    await pay()
    expect(orders()).toEqual([])
    expect(screen.current().payment.form.failure).toBeUndefined()
  })

  test('a missing form is reported and orders nothing', async () => {
    const { screen, pay, orders } = await renderCheckout({ frame: null })
    await pay()
    expect(screen.current().payment.form.failure).toMatchObject({ code: 'CARD_FORM_MISSING' })
    expect(orders()).toEqual([])
  })

  test.each([
    ['who pays', { profile: undefined }],
    ['what the price is', { price: undefined }],
  ])('nothing is ordered before it is known %s', async (_, purchase) => {
    const { pay, orders } = await renderCheckout({ purchase })
    await pay()
    expect(orders()).toEqual([])
  })

  test.each(['SLOT_LOCK_EXPIRED', 'SLOT_LOCK_NOT_FOUND'])(
    'an expired hold (%s) leads back to the calendar without an error',
    async (code) => {
      const { server, screen, pay, onLost } = await renderCheckout()
      server.refuse(createOrder, code)
      await pay()
      expect(onLost).toHaveBeenCalledOnce()
      expect(screen.current().payment.form.failure).toBeUndefined()
      expect(currentAddress()).toBe('/checkout')
    },
  )

  test.each([
    ['PRICE_CHANGED', 2, 1],
    ['CARD_NOT_FOUND', 1, 2],
    ['OUT_OF_HOURS', 1, 1],
  ])(
    'after %s the price is fetched %i times, the cards %i times, and the reason is shown',
    async (code, prices, cards) => {
      signInTestUser(session)
      const { server, screen, pay, onLost } = await renderCheckout()
      server.refuse(createOrder, code)
      await pay()
      expect([getPrice, listCards].map((call) => server.requestsTo(call).length)).toEqual([prices, cards])
      expect(screen.current().payment.form.failure).toMatchObject({ code })
      expect(onLost).not.toHaveBeenCalled()
    },
  )
})

describe('saved cards', () => {
  const cards = [expired, newest, older]

  test('the first unexpired card pays without typing', async () => {
    const { screen, pay, orders } = await renderCheckout({ cards })
    expect(screen.current().payment).toMatchObject({ cards: [newest, older], savedCard: newest, isLoading: false })
    await pay()
    expect(orders()).toEqual([expect.objectContaining({ savedCardId: 'card-2', isSavedCard: true })])
  })

  test('a chosen card pays', async () => {
    const { screen, pay, orders } = await renderCheckout({ cards })
    await screen.act(({ payment }) => payment.choose(older))
    expect(screen.current().payment.savedCard).toEqual(older)
    await pay()
    expect(orders()).toEqual([expect.objectContaining({ savedCardId: 'card-1' })])
  })

  test('a new card pays, and one typed before another choice is cleared', async () => {
    const tokenise = vi.fn(async () => tokenReply)
    const { server, screen, pay, orders } = await renderCheckout({ cards, frame: { tokenise } })
    await screen.act(({ payment }) => payment.choose(undefined))
    expect(screen.current().payment.savedCard).toBeUndefined()
    server.refuse(createOrder, 'OUT_OF_HOURS')
    await pay()
    await screen.act(({ payment }) => payment.choose(undefined))
    await pay()
    expect(tokenise).toHaveBeenCalledTimes(2)
    expect(orders().at(-1)).not.toHaveProperty('savedCardId')
  })

  test('a card removed meanwhile does not pay: the newest does', async () => {
    const { server, screen } = await renderCheckout({ cards })
    await screen.act(({ payment }) => payment.choose(older))
    server.reply(listCards, { items: [newest] })
    await screen.act(() => screen.queries.invalidateQueries())
    expect(screen.current().payment.savedCard).toEqual(newest)
  })

  test('payment waits for saved cards, which a guest does not have', async () => {
    const { server } = setUpCheckout()
    server.reply(listCards, () => new Promise<object>(() => {}))
    const purchase = { booking: { productId: '101' } as never, price, addresses: {}, onLost: () => {} }
    const known = await renderHookWithQueries(() => usePayment({ ...purchase, profile }))
    expect(known.current().isLoading).toBe(true)
    const stranger = await renderHookWithQueries(() => usePayment({ ...purchase, profile: undefined }))
    expect(stranger.current().isLoading).toBe(false)
    expect(server.requestsTo(listCards)).toHaveLength(1)
  })

  test('the card form starts with name and document of the account holder, if known', async () => {
    mockServer().reply(listCards, { items: [] })
    const purchase = { booking: {} as never, price, addresses: {}, onLost: () => {} }
    const payerOf = async (payer: typeof profile | undefined) =>
      (await renderHookWithQueries(() => usePayment({ ...purchase, profile: payer }))).current().payer
    const named = { ...profile, firstName: 'Ana', lastName: 'Ruiz' }
    expect(await payerOf(named)).toEqual({ holder: 'Ana Ruiz', document: '52998224725' })
    expect(await payerOf(undefined)).toEqual({ holder: '', document: '' })
  })
})

test('the button outside submits only the payment form', () => {
  const form = Object.assign(document.createElement('form'), { id: PAYMENT_FORM_ID })
  const submit = vi.spyOn(form, 'requestSubmit').mockReturnValue()
  document.body.append(form)
  submitPayment()
  expect(submit).toHaveBeenCalledOnce()
  form.replaceWith(Object.assign(document.createElement('div'), { id: PAYMENT_FORM_ID }))
  submitPayment()
})

describe('paying by Pix', () => {
  async function pixTill(purchase: Partial<Purchase> = {}) {
    const { server, booking } = setUpCheckout()
    server.reply(getPrice, price)
    server.reply(createOrder, { workflowId: orderId })
    const onLost = vi.fn()
    const purchaseInput = () => ({ booking: booking(), profile, price, addresses: {}, onLost, ...purchase })
    const screen = await renderHookWithQueries(
      () => ({ form: usePix(purchaseInput()), price: usePrice(booking(), true) }),
      {
        at: '/checkout',
      },
    )
    const pay = () => screen.act((it) => submitForm(it))
    return { server, screen, pay, onLost, orders: () => server.requestsTo(createOrder).map(({ body }) => body) }
  }

  test('Pix uses the CPF of the profile, or the typed one', async () => {
    const { screen, pay, orders } = await pixTill()
    await pay()
    await screen.act(({ form }) => form.set('cpf', '111.444.777-35'))
    await pay()
    expect(orders()).toEqual([
      expect.objectContaining({ shownTotal: 2900, paymentMethodInfo: { type: 'PIX', cpf: '52998224725' } }),
      expect.objectContaining({ paymentMethodInfo: { type: 'PIX', cpf: '11144477735' } }),
    ])
    expect(currentAddress()).toBe(`/orders/${orderId}`)
  })

  test.each([
    ['', REQUIRED],
    ['---', REQUIRED],
    ['111.444.777-36', INVALID],
  ])('Pix refuses the CPF “%s”', async (typed, text) => {
    const { screen, pay, orders } = await pixTill()
    await screen.act(({ form }) => form.set('cpf', typed))
    await pay()
    expect(orders()).toEqual([])
    expect(screen.current().form.field('cpf').error).toBe(text)
  })

  test('a payer without a CPF is asked for it', async () => {
    const { screen } = await pixTill({ profile: { ...profile, cpf: null } as never })
    expect(screen.current().form.values.cpf).toBe('')
  })

  test.each([
    ['who pays', { profile: undefined }],
    ['what the price is', { price: undefined }],
  ])('nothing is ordered before it is known %s', async (_, purchase) => {
    const { screen, pay, orders } = await pixTill(purchase)
    await screen.act(({ form }) => form.set('cpf', '52998224725'))
    await pay()
    expect(orders()).toEqual([])
  })

  test.each([
    ['PRICE_CHANGED', 2, 0],
    ['SLOT_LOCK_EXPIRED', 1, 1],
    ['OUT_OF_HOURS', 1, 0],
  ])('after %s the price is fetched %i times; the hold is lost: %i', async (code, prices, lostCount) => {
    const { server, screen, pay, onLost } = await pixTill()
    server.refuse(createOrder, code)
    await pay()
    expect(server.requestsTo(getPrice)).toHaveLength(prices)
    expect(onLost).toHaveBeenCalledTimes(lostCount)
    expect(screen.current().form.failure !== undefined).toBe(lostCount === 0)
  })
})

test('a press while another is in progress orders nothing more', async () => {
  const { server, screen, pay, orders } = await renderCheckout()
  const { promise, resolve } = Promise.withResolvers<object>()
  server.reply(createOrder, () => promise)
  await pay()
  await pay()
  await actAndFlush(() => resolve({ workflowId: orderId }))
  expect(orders()).toHaveLength(1)
  expect(screen.current().payment.form.failure).toBeUndefined()
})
