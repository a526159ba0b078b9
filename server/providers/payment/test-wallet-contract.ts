import { randomUUID } from 'node:crypto'
import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { PaymentUpdate, WalletCharge } from './port.ts'
import { type Bench, type CardPaymentsUnderTest, openBench } from './test-bench.ts'

/** What the patient does on the provider's page; `payLate` after the payment has ended. */
export type WalletAction = 'pay' | 'refuse' | 'leave' | 'payLate'
interface WalletSubject extends CardPaymentsUnderTest {
  wallets: readonly Wallet[]
  /** Returns the address that the patient is sent back to. */
  onPage(simulatorsUrl: string, pageUrl: string, action: WalletAction): Promise<string>
  /** Part of `METHOD /path` of the request that creates the payment. */
  creates: string
}

const didIt = ['did-it-then-5xx', 'did-it-then-timeout'] as const

/** Contract tests of every adapter with wallets, against the provider's simulator. */
export function walletContract(subject: WalletSubject): void {
  describe.each(subject.wallets)(`%s at ${subject.provider}`, (wallet) => {
    let opened: Bench
    const bench = () => opened
    beforeAll(async () => {
      opened = await openBench(subject)
    })
    beforeEach(() => opened.simulators.clearFaults())
    afterAll(() => opened.simulators.close())
    const open = (changes?: Partial<WalletCharge>) => openPage(bench(), wallet, changes)
    paying(subject, bench, open)
    ending(subject, bench, open)
    misbehaving(subject, bench, wallet)
  })

  test('the account says which wallets it has', async () => {
    const { payments, simulators } = await openBench(subject)
    expect(await payments.wallets?.()).toEqual(subject.wallets)
    await simulators.close()
  })
}

type Open = (changes?: Partial<WalletCharge>) => ReturnType<typeof openPage>

function requestOf({ simulators, subject }: Bench, method: Wallet): WalletCharge {
  const attemptId = randomUUID()
  return {
    method,
    attemptId,
    amount: 14_990,
    currency: subject.currency,
    description: 'Consultation',
    payer: { email: 'ana@example.test', firstName: 'Ana', lastName: 'Ruiz', phone: '+34600000001' },
    returnUrl: 'http://cuida.test/back',
    callbackUrl: simulators.callbackUrl(attemptId),
    expiresAt: new Date(Date.now() + 15 * 60_000),
  }
}

const pageOf = (update: PaymentUpdate): string =>
  update.state === 'pending' && update.nextAction?.kind === 'redirect' ? update.nextAction.url : ''

async function openPage(bench: Bench, wallet: Wallet, changes: Partial<WalletCharge> = {}) {
  const request = { ...requestOf(bench, wallet), ...changes }
  const update = await bench.payments.charge(request)
  const ref = { attemptId: request.attemptId, providerPaymentId: update.providerPaymentId ?? '' }
  return { request, update, ref, url: pageOf(update) }
}

function paying({ onPage, currency }: WalletSubject, bench: () => Bench, open: Open): void {
  test('a charge returns the provider’s page, the same for every repetition, and no money moves', async () => {
    const { payments, chargesOf } = bench()
    const { request, update, ref, url } = await open()
    expect(url).toMatch(/^http/)
    expect(await payments.charge({ ...request, ...ref })).toEqual(update)
    expect(await payments.find(ref)).toEqual(update)
    expect(await payments.find({ ...ref, attemptId: randomUUID() })).toBeUndefined()
    expect(await chargesOf(ref.attemptId)).toEqual([])
  })

  test('a payment on the page is found, charged once, and refunded once like a card', async () => {
    const { payments, simulators, chargesOf, refundsOf } = bench()
    const { request, ref, url } = await open()
    expect(await onPage(simulators.url, url, 'pay')).toBe('http://cuida.test/back')
    expect(await payments.find(ref)).toMatchObject({ state: 'succeeded', amount: 14_990, currency })
    expect(await payments.charge({ ...request, ...ref })).toMatchObject({ state: 'succeeded' })
    expect(await chargesOf(ref.attemptId)).toHaveLength(1)
    const refund = { ...request, ...ref, refundId: randomUUID() }
    for (let i = 0; i < 2; i++) expect(await payments.refund(refund)).toEqual({ refundedAmount: 14_990 })
    expect(await refundsOf(ref.attemptId)).toEqual([14_990])
  })

  test('a refusal is a failed payment', async () => {
    const { payments, simulators, chargesOf } = bench()
    const { ref, url } = await open()
    expect(await onPage(simulators.url, url, 'refuse')).toBe('http://cuida.test/back')
    expect(await payments.find(ref)).toMatchObject({ state: 'failed', reason: 'DECLINED' })
    expect(await chargesOf(ref.attemptId)).toEqual([])
  })

  test('a payment sends notifications that name its attempt', async () => {
    const { payments, simulators } = bench()
    const { ref, url } = await open()
    await onPage(simulators.url, url, 'pay')
    const [raw] = await simulators.arrived(ref.attemptId, 1)
    expect(raw && payments.readWebhook(raw, new Date())).toMatchObject(ref)
  })
}

function ending({ onPage }: WalletSubject, bench: () => Bench, open: Open): void {
  test('a page that the patient leaves stays open, until it is cancelled', async () => {
    const { payments, simulators } = bench()
    const { update, ref, url } = await open()
    expect(await onPage(simulators.url, url, 'leave')).toBe('http://cuida.test/back')
    expect(await payments.find(ref)).toEqual(update)
    for (let i = 0; i < 2; i++)
      expect(await payments.cancel(ref)).toMatchObject({ state: 'failed', reason: 'CANCELLED' })
  })

  test('a payment that was faster than its cancellation counts', async () => {
    const { payments, simulators, chargesOf } = bench()
    const { ref, url } = await open()
    await onPage(simulators.url, url, 'pay')
    expect(await payments.cancel(ref)).toMatchObject({ state: 'succeeded' })
    expect(await chargesOf(ref.attemptId)).toHaveLength(1)
  })

  test('money that arrives after a cancellation is found', async () => {
    const { payments, simulators } = bench()
    const { ref, url } = await open()
    await payments.cancel(ref)
    await onPage(simulators.url, url, 'payLate')
    expect(await payments.find(ref)).toMatchObject({ state: 'succeeded', amount: 14_990 })
  })

  test('an unanswered page expires', async () => {
    const { payments } = bench()
    const { ref } = await open({ expiresAt: new Date(Date.now() + 1100) })
    await expect.poll(() => payments.find(ref)).toMatchObject({ state: 'failed', reason: 'EXPIRED' })
  })
}

function misbehaving({ onPage, creates }: WalletSubject, bench: () => Bench, wallet: Wallet): void {
  test.each([...outageFaults, ...didIt])('%s while creating: outcome unknown, then one payment', async (fault) => {
    const { impatient, payments, plan, charge, simulators, chargesOf } = bench()
    const request = requestOf(bench(), wallet)
    await plan(fault, { path: creates })
    expect((await charge(impatient, request)).outcome).toBeInstanceOf(ProviderDown)
    const { outcome } = await charge(payments, request)
    await onPage(simulators.url, pageOf(outcome as PaymentUpdate), 'pay')
    expect(await chargesOf(request.attemptId)).toHaveLength(1)
  })

  test('nothing can be paid when the payment id cannot be stored', async () => {
    const { payments, chargesOf } = bench()
    const request = requestOf(bench(), wallet)
    const onCreated = () => Promise.reject(new Error('database down'))
    await expect(payments.charge({ ...request, onCreated })).rejects.toThrow('database down')
    expect(await chargesOf(request.attemptId)).toEqual([])
  })
}
