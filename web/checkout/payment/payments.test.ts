import { listCards, removeCard, type SavedCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { getPayment, getReceipt, listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import { cardName, expiryMessage, isExpired, useRemoveCard, useSaveCard, useSavedCards } from '../card/saved-cards.ts'
import { invoiceMessage, paymentMethodLabel } from './payment-messages.ts'
import { usePayment, usePayments, useReceipt } from './payment-queries.ts'

beforeAll(() =>
  loadMessages('en', {
    'checkout.card': 'Card',
    'checkout.card.brand.visa': 'Visa',
    'checkout.payment.invoice.preparing': 'On its way',
    'checkout.payment.invoice.cancelling': [['number'], ' is being cancelled'],
    'checkout.cards.expired': ['Expired ', ['date']],
    'checkout.cards.expires': ['Expires ', ['date']],
  }),
)

describe('payments', () => {
  const family = { id: 'p-1', firstName: 'Ana', dependants: [{ id: 'p-2', firstName: 'Leo' }] }
  const ofFamily = () => {
    signInTestUser(session)
    const server = mockServer()
    server.reply(me, family)
    return server
  }

  test('payments of the whole family are merged, the newest first', async () => {
    const server = ofFamily()
    const paid = (id: string, createdAt: string) => ({ id, createdAt })
    server.reply(listPayments, ({ path }) => ({
      items: path.includes('p-1')
        ? [paid('b', '2026-02-01'), paid('d', '2025-12-01')]
        : [paid('a', '2026-03-01'), paid('c', '2026-01-01')],
      next: null,
    }))
    const { current: now } = await renderHookWithQueries(usePayments)
    expect(now().data?.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(server.requestsTo(listPayments).map(({ path, query }) => [path, `${query}`])).toEqual([
      ['/v1/patients/p-1/payments', 'pageSize=100'],
      ['/v1/patients/p-2/payments', 'pageSize=100'],
    ])
  })

  test('every page is loaded, each after the last item of the previous one', async () => {
    const server = ofFamily()
    server.reply(me, { ...family, dependants: [] })
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `${from + at}`, createdAt: '2026-01-01' }))
    server.reply(listPayments, ({ query }) =>
      query.get('after') ? { items: page(100, 1), next: null } : { items: page(0, 100), next: 'page-2' },
    )
    const { current: now } = await renderHookWithQueries(usePayments)
    expect(now().data).toHaveLength(101)
    expect(server.requestsTo(listPayments).map(({ query }) => query.get('after'))).toEqual([null, 'page-2'])
  })

  test('without a session there are no payments', async () => {
    const server = mockServer()
    await renderHookWithQueries(usePayments)
    expect(server.requestsTo(listPayments)).toEqual([])
  })

  const still = { id: 'pay-1', refundPending: 0, invoice: null }
  test.each([
    ['not polled when nothing is pending', still, 60_000, 0],
    ['polled every 15 s during a refund', { ...still, refundPending: 1 }, 30_000, 2],
    ['polled every 3 s while its invoice is prepared', { ...still, invoice: { state: 'preparing' } }, 9_000, 3],
    ['not polled once its invoice is issued', { ...still, invoice: { state: 'issued' } }, 60_000, 0],
  ])('one payment is %s', async (_, payment, ms, times) => {
    freezeTime()
    const server = mockServer()
    server.reply(getPayment, payment)
    await renderHookWithQueries(() => usePayment('pay-1'))
    await advanceTime(ms)
    expect(server.requestsTo(getPayment)).toHaveLength(1 + times)
  })

  test('a payment without an id is not fetched, and a missing one only once', async () => {
    freezeTime()
    const server = mockServer()
    await renderHookWithQueries(() => usePayment(''))
    expect(server.requestsTo(getPayment)).toEqual([])
    const screen = await renderHookWithQueries(() => usePayment('pay-9'))
    await advanceTime(60_000)
    expect(screen.current().isError).toBe(true)
    expect(server.requestsTo(getPayment).map(({ path }) => path)).toEqual(['/v1/payments/pay-9'])
  })

  test('a receipt is downloaded under its name', async () => {
    const server = mockServer()
    server.reply(getReceipt, () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }))
    const receipt = await renderHookWithQueries(() => useReceipt('pay-1', 'recibo.pdf'))
    const link = { href: '', download: '', click: vi.fn() }
    const create = vi.spyOn(document, 'createElement').mockReturnValue(link as never)
    onTestFinished(() => create.mockRestore())
    const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one')
    await receipt.act((it) => it.mutateAsync())
    expect(server.requestsTo(getReceipt).map(({ path }) => path)).toEqual(['/v1/payments/pay-1/receipt'])
    expect(link).toMatchObject({ href: 'blob:one', download: 'recibo.pdf' })
    expect(link.click).toHaveBeenCalledOnce()
    const [[file]] = make.mock.calls as unknown as [[Blob]]
    expect(await file.text()).toBe('%PDF-1.7')
    make.mockRestore()
  })
})

describe('the payment method', () => {
  test.each([
    ['a card with brand and mask', { cardType: 'visa', maskedCardNumber: '•••• 4422' }, 'Visa ••••\u00a04422'],
    ['a card without details', { cardType: null, maskedCardNumber: null }, 'Card'],
    ['Pix', { paymentMethodType: 'PIX', cardType: null, maskedCardNumber: null }, 'Pix'],
    ['a wallet, whatever card it held', { paymentMethodType: 'GOOGLE_PAY', cardType: 'visa' }, 'Google Pay'],
  ])('the payment method reads as %s', (_, payment, text) =>
    expect(paymentMethodLabel({ paymentMethodType: 'CARD_FIRST_PAYMENT', ...payment } as never)).toBe(text),
  )

  test.each([
    [{ state: 'preparing', number: null }, 'On its way'],
    [{ state: 'issued', number: 'F-7' }, 'F-7'],
    [{ state: 'cancelling', number: 'F-7' }, 'F-7 is being cancelled'],
  ])('the invoice %o is “%s”', (invoice, text) => expect(invoiceMessage(invoice as never)).toBe(text))
})

describe('saved cards', () => {
  const visa = {
    id: 'card-1',
    cardType: 'visa',
    maskedCardNumber: '•••• 4242',
    expiryMonth: 4,
    expiryYear: 2031,
  } as SavedCard

  test('saved cards show brand, mask and expiry', () => {
    freezeTime('2026-11-26T10:00:00Z')
    expect(cardName(visa)).toBe('Visa •••• 4242')
    expect(expiryMessage(visa)).toBe('Expires 04/31')
    expect(expiryMessage({ ...visa, expiryMonth: 10, expiryYear: 2026 })).toBe('Expired 10/26')
    expect(isExpired({ ...visa, expiryMonth: 11, expiryYear: 2026 })).toBe(false)
  })

  test('saved cards are fetched only with a session', async () => {
    const server = mockServer()
    server.reply(listCards, { items: [visa] })
    expect((await renderHookWithQueries(() => useSavedCards(false))).current().data).toBeUndefined()
    expect(server.requestsTo(listCards)).toEqual([])
    expect((await renderHookWithQueries(() => useSavedCards(true))).current().data).toEqual([visa])
  })

  test.each([
    ['removed', removeCard, 200, 2],
    ['already removed', removeCard, 404, 2],
    ['added', saveCard, 200, 2],
    ['refused', saveCard, 409, 1],
  ])('the list follows the server after a card is %s', async (_, call, status, times) => {
    const server = mockServer()
    server.reply(listCards, { items: [visa] })
    server.reply(call, { code: 'CARD_NOT_FOUND' }, status)
    const screen = await renderHookWithQueries(() => ({
      list: useSavedCards(true),
      remove: useRemoveCard(),
      save: useSaveCard(),
    }))
    await screen.act(({ remove, save }) =>
      call === removeCard ? remove.mutate(visa) : save.mutate({ cardToken: 'token', sessionId: 'form' }),
    )
    await actAndFlush(() => undefined)
    expect(server.requestsTo(listCards)).toHaveLength(times)
  })
})
