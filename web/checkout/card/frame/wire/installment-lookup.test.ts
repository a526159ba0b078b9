import { singlePayment } from '@cuida/core/checkout/card/installments.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { mercadoPagoProvider, moneiProvider, newCardForm, renderCardForm, stubDocument } from '../test-form.ts'
import { readInstallments } from './installment-lookup.ts'

beforeEach(stubDocument)
const PRICE = 15_000
const cost = (installments: number, total: number) => ({
  installments,
  total_amount: total,
  installment_amount: Math.round((total * 100) / installments) / 100,
  recommended_message: 'not shown',
})
const offer = (...costs: object[]) => ({ payment_method_id: 'master', issuer: { id: '24' }, payer_costs: costs })
const three = { installments: 3, each: 5_320, total: 15_960 }

/** A mock provider that records requests and replies on demand. */
function bank() {
  const lookups: { url: URL; answer: (reply: Response) => Promise<void> }[] = []
  const { fetch } = globalThis
  onTestFinished(() => void Object.assign(globalThis, { fetch }))
  globalThis.fetch = (url) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    lookups.push({ url: new URL(String(url)), answer: (reply) => actAndFlush(() => resolve(reply)) })
    return promise
  }
  return lookups
}
const typing = (
  settings = mercadoPagoProvider as typeof mercadoPagoProvider | typeof moneiProvider,
  amount: number | null = PRICE,
) => {
  const lookups = bank()
  const form = renderCardForm(settings, {
    ...newCardForm,
    ...(amount === null ? {} : { amount }),
  } as typeof newCardForm)
  const offers = () => form.sent.flatMap((message) => (message.type === 'installments' ? [message.offer] : []))
  return { ...form, lookups, offers }
}

describe('the installments of a card', () => {
  test('the provider is asked once the number identifies the bank, and the app gets no digits', async () => {
    const { type, lookups, offers, sent } = typing()
    type('number', '5031 4')
    expect([lookups, offers()]).toEqual([[], []])
    type('number', '5031 43')
    type('number', '5031 4332 1540 6351')
    expect(lookups.map(({ url }) => url.href)).toEqual([
      'https://bank.test/v1/payment_methods/installments?public_key=key&bin=503143&amount=150',
    ])
    expect(offers()).toEqual(['asking'])
    await lookups[0]?.answer(Response.json([offer(cost(1, 150), cost(3, 159.6))]))
    expect(offers().at(-1)).toEqual([singlePayment(PRICE), three])
    expect(JSON.stringify(sent)).not.toContain('5031')
  })

  test('another card or price asks again, and only the latest reply counts', async () => {
    const { card, type, lookups, offers } = typing()
    type('number', '503143')
    type('number', '423564')
    card.costs(PRICE)
    card.costs(10_000)
    expect(lookups.map(({ url }) => [url.searchParams.get('bin'), url.searchParams.get('amount')])).toEqual([
      ['503143', '150'],
      ['423564', '150'],
      ['423564', '100'],
    ])
    await lookups[0]?.answer(Response.json([offer(cost(3, 159.6))]))
    await lookups[2]?.answer(Response.json([offer(cost(2, 100))]))
    await lookups[1]?.answer(Response.json([offer(cost(3, 159.6))]))
    expect(offers().at(-1)).toEqual([singlePayment(10_000), { installments: 2, each: 5_000, total: 10_000 }])
  })

  test('a deleted number clears the installments', () => {
    const { type, offers } = typing()
    type('number', '503143')
    type('number', '50314')
    expect(offers()).toEqual(['asking', 'none'])
  })

  test.each([
    ['refuses', () => Response.json({ message: 'x' }, { status: 400 })],
    ['offers none', () => Response.json({ payer_costs: [] })],
    ['sends an unreadable reply', () => new Response('<html>')],
  ])('installments are unknown where the provider %s', async (_, reply) => {
    const { type, lookups, offers } = typing()
    type('number', '503143')
    await lookups[0]?.answer(reply())
    expect(offers().at(-1)).toBe('unknown')
  })

  test.each([
    ['a provider without installments', moneiProvider, PRICE],
    ['a card that pays nothing now', mercadoPagoProvider, null],
  ] as const)('a lookup is not made for %s', (_, settings, amount) => {
    const { type, lookups } = typing(settings, amount)
    type('number', '503143')
    expect(lookups).toEqual([])
  })
})

test('an offer with an invalid amount is left out, the others stay', () =>
  expect(
    readInstallments([offer(cost(2, 150.005), { installments: '3' }, null as never, cost(3, 159.6))], PRICE),
  ).toEqual([singlePayment(PRICE), three]))
