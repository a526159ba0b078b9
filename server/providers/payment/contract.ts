import { randomUUID } from 'node:crypto'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { CardNotSaved, type CardToSave, RefundRefused } from './port.ts'
import { type Bench, type CardPaymentsUnderTest, openBench, SHORT_TIMEOUT_MS } from './test-bench.ts'

const didIt = ['did-it-then-5xx', 'did-it-then-timeout'] as const

/** Contract tests of every `CardPayments` adapter, over HTTP against the provider's simulator. */
export function paymentContract(subject: CardPaymentsUnderTest): void {
  describe(subject.provider, () => {
    let opened: Bench
    const bench = () => opened
    beforeAll(async () => {
      opened = await openBench(subject)
    })
    beforeEach(() => opened.simulators.clearFaults())
    afterAll(() => opened.simulators.close())
    charging(subject, bench)
    misbehaving(subject, bench)
    refunding(bench)
    keeping(subject, bench)
    announcing(bench)
    listing(bench)
  })
}

function charging({ goodCard, refusedCards, currency, adapter }: CardPaymentsUnderTest, bench: () => Bench): void {
  test('a good card pays the exact amount once, under our attempt id', async () => {
    const { payments, requestWith, chargesOf } = bench()
    const request = await requestWith(goodCard)
    expect(await payments.charge(request)).toMatchObject({
      state: 'succeeded',
      amount: 14_990,
      currency,
      maskedCardNumber: expect.stringMatching(/^•••• \d{4}$/),
      cardType: expect.stringMatching(/^(visa|master|amex|elo|hipercard)$/),
    })
    expect(await chargesOf(request.attemptId)).toMatchObject([{ amount: 14_990, currency }])
  })

  test('the same attempt charged again is the same payment', async () => {
    const { payments, requestWith, charge, chargesOf } = bench()
    const request = await requestWith(goodCard)
    const first = await charge(payments, request)
    const again = await charge(payments, { ...request, ...first.ref })
    expect(again).toEqual(first)
    expect(await chargesOf(request.attemptId)).toHaveLength(1)
  })

  test('concurrent charges of one attempt by two processes charge once', async () => {
    const { payments, requestWith, chargesOf, simulators } = bench()
    const request = await requestWith(goodCard)
    const both = await Promise.all([payments.charge(request), adapter(simulators).charge(request)])
    expect(both.some(({ state }) => state === 'succeeded')).toBe(true)
    expect(await chargesOf(request.attemptId)).toHaveLength(1)
  })

  test.each(Object.entries(refusedCards))('the card %s is refused: %s', async (card, reason) => {
    const { payments, requestWith, charge, chargesOf } = bench()
    const { outcome, ref } = await charge(payments, await requestWith(card))
    expect(outcome).toMatchObject({ state: 'failed', reason })
    expect(await payments.find(ref)).toEqual(outcome)
    expect(await chargesOf(ref.attemptId)).toEqual([])
  })

  test('a used card token cannot pay again', async () => {
    const { payments, paid, chargesOf } = bench()
    const other = { ...(await paid()).request, attemptId: randomUUID() }
    expect(await payments.charge(other)).toMatchObject({ state: 'failed', reason: 'DECLINED' })
    expect(await chargesOf(other.attemptId)).toEqual([])
  })

  test('an unknown attempt is undefined, and so is a payment of another attempt', async () => {
    const { payments, paid } = bench()
    const { ref } = await paid()
    expect(await payments.find({ attemptId: randomUUID() })).toBeUndefined()
    expect(await payments.find({ ...ref, attemptId: randomUUID() })).toBeUndefined()
  })

  test('refused credentials leave the outcome unknown', async () => {
    const { requestWith, simulators } = bench()
    const request = await requestWith(goodCard)
    await expect(adapter(simulators, { key: 'wrong' }).charge(request)).rejects.toBeInstanceOf(ProviderDown)
  })
}

function misbehaving({ steps, goodCard }: CardPaymentsUnderTest, bench: () => Bench): void {
  const cases = steps.flatMap((path) => outageFaults.map((fault) => [fault, path] as const))

  test.each(cases)('%s at %s: outcome unknown, then settled with one charge', async (fault, path) => {
    const { payments, impatient, plan, requestWith, charge, chargesOf } = bench()
    const request = await requestWith(goodCard)
    await plan(fault, { path })
    const started = performance.now()
    const { outcome, ref } = await charge(impatient, request)
    expect(outcome).toBeInstanceOf(ProviderDown)
    expect(performance.now() - started).toBeLessThan(SHORT_TIMEOUT_MS + 1000)
    const settled = (await payments.find(ref)) ?? (await payments.charge({ ...request, ...ref }))
    expect(settled).toMatchObject({ state: 'succeeded', amount: 14_990 })
    expect(await chargesOf(request.attemptId)).toHaveLength(1)
  })

  test.each(didIt)('%s: the money moved, and a query returns it', async (fault) => {
    const { payments, impatient, plan, requestWith, charge, chargesOf } = bench()
    const request = await requestWith(goodCard)
    await plan(fault)
    const { outcome, ref } = await charge(impatient, request)
    expect(outcome).toBeInstanceOf(ProviderDown)
    expect(await payments.find(ref)).toMatchObject({ state: 'succeeded', amount: 14_990 })
    expect(await payments.charge({ ...request, ...ref })).toMatchObject({ state: 'succeeded' })
    expect(await chargesOf(request.attemptId)).toHaveLength(1)
  })

  test('a slow response is accepted', async () => {
    const { payments, plan, requestWith } = bench()
    await plan('slow', { delayMs: 300 })
    expect(await payments.charge(await requestWith(goodCard))).toMatchObject({ state: 'succeeded' })
  })

  test.each(outageFaults)('%s of a query: the outcome stays unknown, never "no such payment"', async (fault) => {
    const { payments, impatient, plan, paid } = bench()
    const { ref } = await paid()
    await plan(fault, { path: 'GET ' })
    await expect(impatient.find(ref)).rejects.toBeInstanceOf(ProviderDown)
    expect(await payments.find(ref)).toMatchObject({ state: 'succeeded' })
  })
}

function refunding(bench: () => Bench): void {
  test('a full refund requested twice happens once', async () => {
    const { payments, paid, refundsOf } = bench()
    const { request, ref } = await paid()
    const refund = { ...request, ...ref, refundId: randomUUID() }
    for (let i = 0; i < 3; i++) expect(await payments.refund(refund)).toEqual({ refundedAmount: 14_990 })
    await Promise.all([payments.refund(refund), payments.refund(refund)])
    expect(await refundsOf(ref.attemptId)).toEqual([14_990])
    expect(await payments.find(ref)).toMatchObject({ state: 'refunded', refundedAmount: 14_990, amount: 14_990 })
  })

  test.each(didIt)('%s: a retry does not repeat the refund', async (fault) => {
    const { payments, impatient, plan, paid, refundsOf } = bench()
    const { request, ref } = await paid()
    const refund = { ...request, ...ref, refundId: randomUUID(), amount: 5_000 }
    await plan(fault)
    await expect(impatient.refund(refund)).rejects.toBeInstanceOf(ProviderDown)
    expect(await payments.refund(refund)).toEqual({ refundedAmount: 5_000 })
    expect(await refundsOf(ref.attemptId)).toEqual([5_000])
  })

  test('partial refunds add up to the payment, and a refund beyond it is refused', async () => {
    const { payments, paid, refundsOf } = bench()
    const { request, ref } = await paid()
    const part = (amount: number, refundedBefore: number) =>
      payments.refund({ ...request, ...ref, refundId: randomUUID(), amount, refundedBefore })
    expect(await part(4_990, 0)).toEqual({ refundedAmount: 4_990 })
    expect(await payments.find(ref)).toMatchObject({ state: 'refunded', refundedAmount: 4_990, amount: 14_990 })
    expect(await part(10_000, 4_990)).toEqual({ refundedAmount: 14_990 })
    await expect(part(1, 14_990)).rejects.toBeInstanceOf(RefundRefused)
    expect((await refundsOf(ref.attemptId)).sort()).toEqual([10_000, 4_990])
  })

  test('an unpaid payment cannot be refunded', async () => {
    const { payments, subject } = bench()
    const refund = { providerPaymentId: '1', refundId: randomUUID(), amount: 100, currency: subject.currency }
    await expect(payments.refund(refund)).rejects.toBeInstanceOf(RefundRefused)
  })
}

function announcing(bench: () => Bench): void {
  async function payAndHear(count: number) {
    const { simulators, payments, paid } = bench()
    const { ref } = await paid()
    const arrived = await simulators.arrived(ref.attemptId, count)
    return { ref, notes: arrived.map((raw) => payments.readWebhook(raw, new Date())) }
  }

  test('a payment sends one notification, which names attempt and payment', async () => {
    const { ref, notes } = await payAndHear(1)
    expect(notes).toMatchObject([ref])
  })

  test('a repeated notification has the same event id', async () => {
    await bench().plan('duplicate-webhook')
    const [first, second] = (await payAndHear(2)).notes
    expect(first?.eventId).toEqual(expect.any(String))
    expect(second?.eventId).toBe(first?.eventId)
  })

  test('a forged notification is rejected, a genuine one accepted', async () => {
    await bench().plan('forged-webhook')
    const { notes } = await payAndHear(2)
    expect(notes.map((note) => note !== undefined).sort()).toEqual([false, true])
  })

  test('a delayed notification still arrives', async () => {
    await bench().plan('late-webhook', { delayMs: 400 })
    const started = performance.now()
    const { ref, notes } = await payAndHear(1)
    expect(performance.now() - started).toBeGreaterThan(390)
    expect(notes).toMatchObject([ref])
  })
}

function listing(bench: () => Bench): void {
  // More than one page at either provider.
  const COUNT = 105

  test('the list contains every payment since a moment, over all pages', async () => {
    const { payments, paid, subject } = bench()
    const since = new Date(Math.floor(Date.now() / 1000) * 1000)
    const attemptIds: string[] = []
    for (let tens = 0; tens < COUNT; tens += 15)
      attemptIds.push(...(await Promise.all(Array.from({ length: 15 }, paid))).map(({ ref }) => ref.attemptId))
    const { request, ref } = await paid()
    await payments.refund({ ...request, ...ref, refundId: randomUUID(), amount: 5_000 })
    const listed = await payments.list(since)
    const whole = listed.filter(({ reference }) => attemptIds.includes(reference))
    expect(new Set(whole.map(({ reference }) => reference))).toEqual(new Set(attemptIds))
    expect(whole).toHaveLength(COUNT)
    expect(new Set(whole.map(({ paid, refunded, currency }) => `${paid} ${refunded} ${currency}`))).toEqual(
      new Set([`14990 0 ${subject.currency}`]),
    )
    const part = listed.filter(({ reference }) => reference === ref.attemptId)
    expect(part).toMatchObject([{ providerPaymentId: ref.providerPaymentId, paid: 14_990, refunded: 5_000 }])
    expect(await payments.list(new Date(Date.now() + 5_000))).toEqual([])
  })

  test('a refused card is listed without an amount paid', async () => {
    const { payments, requestWith, charge, subject } = bench()
    const since = new Date(Date.now() - 2_000)
    const { ref } = await charge(payments, await requestWith(Object.keys(subject.refusedCards)[0] ?? ''))
    const listed = (await payments.list(since)).filter(({ reference }) => reference === ref.attemptId)
    expect(listed.map(({ paid, refunded }) => [paid, refunded])).toEqual([[0, 0]])
  })

  test.each(['5xx', 'malformed', 'wrong-type', 'reset'] as const)(
    '%s: an incomplete list is an error',
    async (fault) => {
      const { payments, plan } = bench()
      await plan(fault)
      await expect(payments.list(new Date(0))).rejects.toBeInstanceOf(ProviderDown)
    },
  )
}

/** Saved cards: by a payment, and without one. */
function keeping({ goodCard, token, currency }: CardPaymentsUnderTest, bench: () => Bench): void {
  const input = async (more: Partial<CardToSave> = {}): Promise<CardToSave> => {
    const { simulators } = bench()
    const payer = { email: `${randomUUID()}@example.test`, firstName: 'Ana', lastName: 'Ruiz' }
    return { reference: randomUUID(), currency, payer, ...(await token(simulators, goodCard)), ...more }
  }

  test('a card that paid is saved with its mask, and saving it again returns the same card', async () => {
    const { payments, requestWith } = bench()
    const request = { ...(await requestWith(goodCard)), keepCard: true }
    const paid = await payments.charge(request)
    const { attemptId: reference, cardToken, payer } = request
    const providerPaymentId = paid.providerPaymentId ?? ''
    const card = { reference, cardToken, payer, currency, providerPaymentId }
    const savedCard = await payments.keepCard(card)
    expect(savedCard).toMatchObject({
      maskedCardNumber: expect.stringMatching(/^•••• \d{4}$/),
      cardType: expect.stringMatching(/^(visa|master|amex|elo|hipercard)$/),
      expiryYear: 2034,
    })
    expect((await payments.keepCard({ ...card, reference: randomUUID() })).fingerprint).toBe(savedCard.fingerprint)
  })

  test('a card is saved without a payment, and no money moves', async () => {
    const { payments, simulators } = bench()
    const before = (await simulators.ledger()).charges.length
    expect(await payments.keepCard(await input())).toMatchObject({ cardId: expect.any(String) })
    expect((await simulators.ledger()).charges).toHaveLength(before)
  })

  test('a used token saves no card', async () => {
    const { payments } = bench()
    await expect(payments.keepCard(await input({ cardToken: 'nothing' }))).rejects.toBeInstanceOf(CardNotSaved)
  })

  test.each(outageFaults)('%s while saving a card: outcome unknown, and the next try saves it', async (fault) => {
    const { payments, impatient, plan } = bench()
    const card = await input()
    await plan(fault)
    await expect(impatient.keepCard(card)).rejects.toBeInstanceOf(ProviderDown)
    // The failed first try may have used the token: the patient types the card again.
    const again = await input({ payer: card.payer })
    expect(await payments.keepCard(again)).toMatchObject({ cardId: expect.any(String) })
  })

  test('deleting a saved card twice succeeds', async () => {
    const { payments } = bench()
    const savedCard = await payments.keepCard(await input())
    await payments.forgetCard(savedCard)
    await payments.forgetCard(savedCard)
  })
}
