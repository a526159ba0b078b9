import { listCards, removeCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { getCardEntry, type Price } from '@cuida/core/checkout/order/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import type { Payment } from '../payment/use-payment.ts'
import { CardForm } from './CardForm.tsx'
import { PaymentMethodsScreen } from './PaymentMethodsScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const one = { id: 'card-1', cardType: 'visa', maskedCardNumber: '•••• 4242', expiryMonth: 4, expiryYear: 2031 } as const
const VISA = { ...one, cardId: null }
const NAMED = { ...one, id: 'card-2', maskedCardNumber: '•••• 1111', cardId: 'mp-2' }
const price = { total: 3000, currency: 'BRL' } as Price

describe('saved cards', () => {
  async function renderCards(items: object[]) {
    const server = mockPatientServer()
    server.reply(listCards, { items })
    server.reply(removeCard, null)
    server.reply(getCardEntry, { provider: 'monei', frameUrl: 'https://pay.test/frame' })
    return { server, page: await renderPatientScreen(<PaymentMethodsScreen />) }
  }
  test('each card shows its details and a remove button with one confirmation', async () => {
    const { page, server } = await renderCards([VISA, NAMED])
    await page.click(t('checkout.cards.removeOne', { card: 'Visa •••• 1111' }))
    expect(server.requestsTo(removeCard)).toEqual([])
    await page.click(t('checkout.cards.removeNow'))
    expect(server.requestsTo(removeCard).map(({ path }) => path)).toEqual(['/v1/payment/card/card-2'])
    expect(server.requestsTo(listCards)).toHaveLength(2)
    expect(page.buttons()).not.toContain(t('checkout.cards.removeNow'))
  })
  test('a failed removal shows an error and keeps the dialog open', async () => {
    const { page, server } = await renderCards([VISA])
    server.refuse(removeCard, 'UNEXPECTED', 500)
    await page.click(/^Remove/)
    await page.click(t('checkout.cards.removeNow'))
    expect(page.buttons()).toContain(t('checkout.cards.removeNow'))
  })
  test('an expired card says so', async () => {
    const { page } = await renderCards([{ ...VISA, expiryMonth: 10, expiryYear: 2026 }])
    expect(page.hasMessage('checkout.cards.expired', { date: '10/26' })).toBe(true)
  })
  test('an empty list says so', async () =>
    expect((await renderCards([])).page.hasMessage('checkout.cards.none')).toBe(true))
  test('the list and the add button wait until the cards are loaded', async () => {
    mockPatientServer().refuse(listCards, 'UNEXPECTED', 500)
    const page = await renderPatientScreen(<PaymentMethodsScreen />)
    expect(page.hasMessage('checkout.cards.none')).toBe(false)
    expect(page.buttons()).not.toContain(t('checkout.cards.add'))
  })
  test('a card is added without a payment; without its form nothing is saved', async () => {
    const { page, server } = await renderCards([])
    await page.click(t('checkout.cards.add'))
    const frame = page.container.querySelector('iframe')
    expect(frame?.getAttribute('src')).toBe('https://pay.test/frame')
    expect(page.buttons()).not.toContain(t('checkout.cards.add'))
    await page.click(t('checkout.cards.cancel'))
    expect(server.requestsTo(saveCard)).toEqual([])
    expect(page.buttons()).toContain(t('checkout.cards.add'))
  })
  test('a card form that cannot load shows an error with a retry', async () => {
    const { page, server } = await renderCards([])
    server.refuse(getCardEntry, 'UNEXPECTED', 500)
    await page.click(t('checkout.cards.add'))
    expect(page.hasMessage('checkout.card.notLoaded')).toBe(true)
    server.reply(getCardEntry, { provider: 'monei', frameUrl: 'https://pay.test/frame' })
    await page.click(t('checkout.card.loadAgain'))
    expect(page.hasMessage('checkout.card.notLoaded')).toBe(false)
  })
})

describe('the card that pays', () => {
  const values = { installments: '1', saveCard: false }
  const field = (name: string) => ({ id: name, name, value: values[name as 'saveCard'], onChange: () => {} })
  const payment = (more: object) =>
    ({
      cards: [],
      savedCard: undefined,
      card: undefined,
      isLoading: false,
      payer: { holder: '', document: '' },
      offer: 'none',
      frame: null,
      form: { field, values },
      choose: vi.fn(),
      offered: () => {},
      useOtherCard: vi.fn(),
      ...more,
    }) as unknown as Payment
  async function form(more: object = {}, provider = 'mercadopago') {
    mockPatientServer().reply(getCardEntry, { provider, frameUrl: 'https://pay.test/frame' })
    const cardPayment = payment(more)
    const page = await renderPatientScreen(<CardForm payment={cardPayment} price={price} />, {
      partner: { paymentProvider: provider },
    })
    const frames = [...page.container.querySelectorAll('iframe')]
    const visibleFrames = frames.filter((frame) => !frame.closest('[hidden]'))
    return { page, cardPayment, frames: frames.length, seen: visibleFrames.length }
  }
  test('without saved cards a new one is used without a choice', async () => {
    const { page, seen } = await form()
    expect(page.fields()).toEqual([expect.stringContaining(t('checkout.cards.keep'))])
    expect(seen).toBe(1)
  })
  test('nothing is shown while saved cards are loading', async () =>
    expect((await form({ isLoading: true })).frames).toBe(0))
  test('a saved card needs no code where its provider asks none', async () => {
    const { page, frames } = await form({ cards: [VISA], savedCard: VISA })
    expect(frames).toBe(0)
    expect(page.hasMessage('checkout.cards.noCode')).toBe(true)
    expect(page.isChecked('Visa •••• 4242')).toBe(true)
  })
  test('a saved card needs its code where the provider asks for it', async () =>
    expect((await form({ cards: [NAMED], savedCard: NAMED })).seen).toBe(1))
  test('another card can be chosen', async () => {
    const { page, cardPayment } = await form({ cards: [VISA, NAMED], savedCard: VISA })
    await page.click(t('checkout.cards.new'))
    expect(cardPayment.choose).toHaveBeenLastCalledWith(undefined)
    await page.click('Visa •••• 1111')
    expect(cardPayment.choose).toHaveBeenLastCalledWith(NAMED)
  })
  test('a half-typed new card is kept while a saved one is viewed', async () => {
    const { page } = await form({ cards: [VISA] })
    await page.rerender(<CardForm payment={payment({ cards: [VISA], savedCard: VISA })} price={price} />)
    const frames = [...page.container.querySelectorAll('iframe')]
    expect(frames).toHaveLength(1)
    expect(frames[0]?.closest('[hidden]')).not.toBeNull()
  })
  test('a tokenised card need not be typed again and can be replaced', async () => {
    const { page, cardPayment, frames } = await form({ card: { cardToken: 't', maskedCardNumber: '•••• 9999' } })
    expect(frames).toBe(0)
    expect(page.text()).toContain('•••• 9999')
    await page.click(t('checkout.card.other'))
    expect(cardPayment.useOtherCard).toHaveBeenCalledOnce()
  })
})

describe('installments', () => {
  const installmentOption = (installments: number, total = 3000) => ({
    installments,
    each: Math.round(total / installments),
    total,
  })
  async function renderOffer(offer: unknown, provider = 'mercadopago') {
    mockPatientServer().reply(getCardEntry, { provider, frameUrl: 'https://pay.test/frame' })
    const field = (name: string) => ({ id: name, name, value: name === 'installments' ? '1' : false, onChange() {} })
    const payment = { cards: [], offer, form: { field, values: { installments: '1' } }, frame: null, offered() {} }
    return renderPatientScreen(<CardForm payment={payment as never} price={price} />, {
      partner: { paymentProvider: provider },
    })
  }
  test('each installment, the total and the interest are shown', async () => {
    const page = await renderOffer([installmentOption(1), installmentOption(2), installmentOption(3, 3300)])
    expect(page.text()).toContain(t('checkout.installments.total', { total: 'R$30.00', interest: 'R$0.00' }))
    expect(page.text()).toContain(t('checkout.installments.interest', { total: 'R$33.00', interest: 'R$3.00' }))
  })
  test('a bank with single payments only offers no installments', async () => {
    const page = await renderOffer([installmentOption(1)])
    expect(page.hasMessage('checkout.installments.once', { amount: 'R$30.00' })).toBe(true)
  })
  test('an offer for another price is not shown', async () => {
    const page = await renderOffer([installmentOption(1, 2000), installmentOption(2, 2000)])
    expect(page.hasMessage('checkout.installments.unknown', { amount: 'R$30.00' })).toBe(true)
  })
  test('a provider without installments shows none', async () => {
    const page = await renderOffer([installmentOption(1), installmentOption(2)], 'monei')
    expect(page.hasMessage('checkout.installments')).toBe(false)
  })
})
