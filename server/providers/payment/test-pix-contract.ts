import { randomUUID } from 'node:crypto'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { PaymentUpdate, PixCharge } from './port.ts'
import { type Bench, type CardPaymentsUnderTest, openBench, SHORT_TIMEOUT_MS } from './test-bench.ts'

export type PixAction = 'pay' | 'payLate' | 'expire' | 'fail'
interface PixSubject extends CardPaymentsUnderTest {
  atBank(simulatorsUrl: string, providerPaymentId: string, act: PixAction): Promise<void>
}

const didIt = ['did-it-then-5xx', 'did-it-then-timeout'] as const

/** Contract tests of every adapter with Pix, against the provider's simulator. */
export function pixContract(subject: PixSubject): void {
  describe(`Pix at ${subject.provider}`, () => {
    let opened: Bench
    const bench = () => opened
    beforeAll(async () => {
      opened = await openBench(subject)
    })
    beforeEach(() => opened.simulators.clearFaults())
    afterAll(() => opened.simulators.close())
    asking(bench)
    paying(subject, bench)
    givingUp(subject, bench)
    misbehaving(subject, bench)
  })
}

function requestOf({ simulators, subject }: Bench, firstName = 'Ana'): PixCharge {
  const attemptId = randomUUID()
  return {
    method: 'pix',
    attemptId,
    amount: 14_990,
    currency: subject.currency,
    description: 'Consultation',
    payer: { email: 'ana@example.test', firstName, lastName: 'Ruiz', document: { type: 'CPF', number: '12345678909' } },
    returnUrl: 'http://cuida.test/back',
    callbackUrl: simulators.callbackUrl(attemptId),
    expiresAt: new Date(Date.now() + 32 * 60_000),
  }
}

const refOf = ({ attemptId }: PixCharge, { providerPaymentId = '' }: PaymentUpdate) => ({
  attemptId,
  providerPaymentId,
})

/** The prefix of every Pix code, and its checksum at the end. */
const CODE = /^000201.+6304[0-9A-F]{4}$/
const codeOf = (update: PaymentUpdate): string | undefined =>
  update.state === 'pending' && update.nextAction?.kind === 'pix' ? update.nextAction.code : undefined

async function open(bench: Bench) {
  const request = requestOf(bench)
  const update = await bench.payments.charge(request)
  return { request, update, ref: refOf(request, update) }
}

function asking(bench: () => Bench): void {
  test('a charge returns a pending code, the same for every repetition, and no money moves', async () => {
    const { payments, chargesOf } = bench()
    const { request, update, ref } = await open(bench())
    expect(update).toMatchObject({ state: 'pending', nextAction: { kind: 'pix' } })
    expect(codeOf(update)).toMatch(CODE)
    expect(await payments.charge(request)).toEqual(update)
    expect(await payments.find(ref)).toEqual(update)
    expect(await payments.find({ attemptId: request.attemptId })).toEqual(update)
    expect(await chargesOf(request.attemptId)).toEqual([])
  })

  test('an account without Pix is reported as such, not as the patient’s fault', async () => {
    const { payments } = bench()
    expect(await payments.charge(requestOf(bench(), 'SEMPIX'))).toEqual({ state: 'failed', reason: 'PIX_DISABLED' })
  })

  test('a refused request returns no code', async () => {
    const { payments } = bench()
    const request = { ...requestOf(bench()), expiresAt: new Date() }
    expect(await payments.charge(request)).toEqual({ state: 'failed', reason: 'PIX_FAILED' })
  })

  test('a broken code is passed on unchanged: the caller must check it', async () => {
    const update = await bench().payments.charge(requestOf(bench(), 'QRRUIM'))
    expect(update).toMatchObject({ state: 'pending', nextAction: { kind: 'pix' } })
    expect(codeOf(update)).not.toMatch(CODE)
  })
}

function paying({ atBank, currency }: PixSubject, bench: () => Bench): void {
  test.each([
    ['pay', { state: 'succeeded', amount: 14_990, currency }],
    ['expire', { state: 'failed', reason: 'EXPIRED' }],
    ['fail', { state: 'failed', reason: 'DECLINED' }],
  ] as const)('the bank’s action is found: %s', async (act, end) => {
    const { payments, simulators } = bench()
    const { ref } = await open(bench())
    await atBank(simulators.url, ref.providerPaymentId, act)
    expect(await payments.find(ref)).toMatchObject(end)
  })

  test('a paid code is refunded once, like a card', async () => {
    const { payments, simulators, refundsOf } = bench()
    const { request, ref } = await open(bench())
    await atBank(simulators.url, ref.providerPaymentId, 'pay')
    const refund = { ...request, ...ref, refundId: randomUUID() }
    for (let i = 0; i < 2; i++) expect(await payments.refund(refund)).toEqual({ refundedAmount: 14_990 })
    expect(await refundsOf(ref.attemptId)).toEqual([14_990])
  })

  test('code and payment each send a notification that names attempt and payment', async () => {
    const { payments, simulators } = bench()
    const { ref } = await open(bench())
    await atBank(simulators.url, ref.providerPaymentId, 'pay')
    const notes = (await simulators.arrived(ref.attemptId, 2)).map((raw) => payments.readWebhook(raw, new Date()))
    expect(notes).toMatchObject([ref, ref])
    expect(notes[0]?.eventId).not.toBe(notes[1]?.eventId)
  })
}

function givingUp({ atBank }: PixSubject, bench: () => Bench): void {
  test('a cancelled code is dead, also when it is cancelled twice', async () => {
    const { payments, simulators } = bench()
    const { ref } = await open(bench())
    for (let i = 0; i < 2; i++)
      expect(await payments.cancel(ref)).toMatchObject({ state: 'failed', reason: 'CANCELLED' })
    await expect(atBank(simulators.url, ref.providerPaymentId, 'pay')).rejects.toThrow('400')
  })

  test('a code that was paid before its cancellation is paid', async () => {
    const { payments, simulators, chargesOf } = bench()
    const { ref } = await open(bench())
    await atBank(simulators.url, ref.providerPaymentId, 'pay')
    expect(await payments.cancel(ref)).toMatchObject({ state: 'succeeded', amount: 14_990 })
    expect(await chargesOf(ref.attemptId)).toHaveLength(1)
  })

  test('money that arrives after a cancellation is found', async () => {
    const { payments, simulators } = bench()
    const { ref } = await open(bench())
    await payments.cancel(ref)
    await atBank(simulators.url, ref.providerPaymentId, 'payLate')
    expect(await payments.find(ref)).toMatchObject({ state: 'succeeded', amount: 14_990 })
  })

  test('another merchant’s payment is undefined', async () => {
    const { payments } = bench()
    const { ref } = await open(bench())
    expect(await payments.cancel({ ...ref, attemptId: randomUUID() })).toBeUndefined()
    expect(await payments.cancel({ ...ref, providerPaymentId: '1' })).toBeUndefined()
  })

  // The payment in the response is not trusted but queried, so wrong fields in it do no harm.
  const faults = [...outageFaults, ...didIt].filter((fault) => fault !== 'wrong-type')
  test.each(faults)('%s while cancelling: outcome unknown, and a retry cancels', async (fault) => {
    const { payments, impatient, plan } = bench()
    const { ref } = await open(bench())
    await plan(fault, { path: 'PUT ' })
    await expect(impatient.cancel(ref)).rejects.toBeInstanceOf(ProviderDown)
    expect(await payments.cancel(ref)).toMatchObject({ state: 'failed', reason: 'CANCELLED' })
  })
}

function misbehaving({ atBank }: PixSubject, bench: () => Bench): void {
  test.each([...outageFaults, ...didIt])(
    '%s while requesting a code: outcome unknown, then one code',
    async (fault) => {
      const { payments, impatient, plan, simulators, chargesOf } = bench()
      const request = requestOf(bench())
      await plan(fault, { path: 'POST /simulators/mercadopago/v1/payments' })
      const started = performance.now()
      await expect(impatient.charge(request)).rejects.toBeInstanceOf(ProviderDown)
      expect(performance.now() - started).toBeLessThan(SHORT_TIMEOUT_MS + 1_000)
      const update = (await payments.find({ attemptId: request.attemptId })) ?? (await payments.charge(request))
      expect(update).toMatchObject({ state: 'pending', nextAction: { kind: 'pix' } })
      await atBank(simulators.url, refOf(request, update).providerPaymentId, 'pay')
      expect(await chargesOf(request.attemptId)).toHaveLength(1)
    },
  )
}
