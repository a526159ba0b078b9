import { randomUUID } from 'node:crypto'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { PlannedFault } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { expect } from 'vitest'
import type { CardCharge, CardPayments, ChargeRequest, FailureReason, PaymentUpdate } from './port.ts'

export interface CardPaymentsUnderTest {
  provider: Exclude<CardPayments['browser']['provider'], 'none'>
  currency: Currency
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; key?: string }): CardPayments
  /** A token of the test card or holder name from the provider's documentation. */
  token(simulators: RunningSimulators, card: string): Promise<Pick<CardCharge, 'cardToken' | 'tokenSession'>>
  goodCard: string
  refusedCards: Record<string, FailureReason>
  /** Part of `METHOD /path` of each request of a charge, in order; the last one moves money. */
  steps: string[]
}

export type Bench = Awaited<ReturnType<typeof openBench>>

/** Long enough for a simulator on a busy machine, short enough to wait for. */
export const SHORT_TIMEOUT_MS = 700

/** A running simulator, an adapter for it, and the shared steps of the contract tests. */
export async function openBench(subject: CardPaymentsUnderTest) {
  const { provider, currency } = subject
  const simulators = await startSimulators()
  const payments = subject.adapter(simulators)

  async function requestWith(card: string): Promise<CardCharge> {
    const attemptId = randomUUID()
    const payer = { email: 'ana@example.test', firstName: 'Ana', lastName: 'Ruiz', phone: '+34600000001' }
    return {
      method: 'card',
      attemptId,
      amount: 14_990,
      currency,
      installments: 1,
      description: 'Consultation',
      payer,
      returnUrl: 'http://cuida.test/back',
      callbackUrl: simulators.callbackUrl(attemptId),
      ...(await subject.token(simulators, card)),
    }
  }
  const linesOf = async (kind: 'charges' | 'refunds', attemptId: string) =>
    (await simulators.ledger())[kind].filter(({ reference }) => reference === attemptId)
  return {
    subject,
    simulators,
    payments,
    requestWith,
    charge,
    impatient: subject.adapter(simulators, { timeoutMs: SHORT_TIMEOUT_MS }),
    plan: (fault: PlannedFault['fault'], more: Partial<PlannedFault> = {}) =>
      simulators.plan({ provider, fault, ...more }),
    chargesOf: (attemptId: string) => linesOf('charges', attemptId),
    refundsOf: async (attemptId: string) => (await linesOf('refunds', attemptId)).map(({ amount }) => amount),
    async paid() {
      const request = await requestWith(subject.goodCard)
      const update = await payments.charge(request)
      expect(update).toMatchObject({ state: 'succeeded' })
      return { request, ref: { attemptId: request.attemptId, providerPaymentId: update.providerPaymentId ?? '' } }
    },
  }
}

/**
 * Charges as the checkout does: stores the payment id as soon as it exists, and treats an exception as an outcome.
 */
async function charge(payments: CardPayments, request: ChargeRequest) {
  let providerPaymentId = request.providerPaymentId
  const onCreated = async (id: string) => {
    providerPaymentId = id
  }
  const outcome: unknown = await payments.charge({ ...request, onCreated }).catch((error: unknown) => error)
  return { outcome, ref: { attemptId: request.attemptId, providerPaymentId: idOf(outcome) ?? providerPaymentId } }
}

const idOf = (outcome: unknown): string | undefined =>
  typeof outcome === 'object' && outcome !== null && 'providerPaymentId' in outcome
    ? (outcome as PaymentUpdate).providerPaymentId
    : undefined
