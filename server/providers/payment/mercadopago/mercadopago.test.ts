import { credentials } from '@cuida/simulators/credentials.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentContract } from '../contract.ts'
import { toDecimal, toMinorUnits } from '../decimal.ts'
import type { FailureReason } from '../port.ts'
import type { CardPaymentsUnderTest } from '../test-bench.ts'
import { pixContract } from '../test-pix-contract.ts'
import { mercadoPagoPayments } from './mercadopago.ts'
import { type MercadoPagoPayment, toPaymentUpdate } from './mercadopago-update.ts'

const { accessToken, publicKey, webhookSecret } = credentials.mercadopago

const subject: CardPaymentsUnderTest = {
  provider: 'mercadopago',
  currency: 'BRL',
  adapter: (simulators, { timeoutMs, key = accessToken } = {}) => {
    const baseUrl = `${simulators.url}/simulators/mercadopago`
    const keys = { accessToken: key, publicKey, webhookSecrets: [webhookSecret] }
    return mercadoPagoPayments({ baseUrl, browserBaseUrl: baseUrl, ...keys, timeoutMs })
  },
  token: async (simulators, card) => ({ cardToken: await simulators.mercadoPagoToken(card) }),
  goodCard: 'APRO',
  refusedCards: {
    OTHE: 'DECLINED',
    CALL: 'UNAUTHORISED',
    FUND: 'INSUFFICIENT_FUNDS',
    SECU: 'BAD_CARD_DETAILS',
    EXPI: 'BAD_CARD_DETAILS',
    FORM: 'BAD_CARD_DETAILS',
    CARD: 'BAD_CARD_DETAILS',
    DUPL: 'DUPLICATED_PAYMENT',
    LOCK: 'DISABLED_CARD',
    INST: 'DECLINED',
    BLAC: 'DECLINED',
  },
  steps: [
    'GET /simulators/mercadopago/v1/card_tokens/',
    'GET /simulators/mercadopago/v1/payment_methods/installments',
    'POST /simulators/mercadopago/v1/payments',
  ],
}
paymentContract(subject)
pixContract({
  ...subject,
  async atBank(simulatorsUrl, id, act) {
    const body = new URLSearchParams({ act })
    const { status } = await fetch(`${simulatorsUrl}/simulators/mercadopago/pix/${id}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    if (status !== 303) throw new Error(`the simulated bank answered ${status}`)
  },
})

const payment = (change: Partial<MercadoPagoPayment>): MercadoPagoPayment => ({
  id: '1',
  status: 'approved',
  currency_id: 'BRL',
  transaction_amount: 14_990,
  ...change,
})

const stateRows: [MercadoPagoPayment['status'], string, string][] = [
  ['approved', 'accredited', 'succeeded'],
  ['authorized', 'pending_capture', 'processing'],
  ['in_process', 'pending_contingency', 'processing'],
  ['in_process', 'pending_review_manual', 'processing'],
  ['in_process', 'offline_process', 'processing'],
  ['pending', 'pending_waiting_transfer', 'pending'],
  ['pending', 'pending_waiting_payment', 'pending'],
  ['pending', 'pending_challenge', 'pending'],
  ['refunded', 'refunded', 'refunded'],
  ['in_mediation', 'pending', 'succeeded'],
  ['charged_back', 'in_process', 'succeeded'],
]
test.each(stateRows)('%s / %s is %s [B8.7]', (status, status_detail, state) => {
  expect(toPaymentUpdate(payment({ status, status_detail })).state).toBe(state)
})

const reasonRows: [string, FailureReason][] = [
  ['cc_rejected_bad_filled_card_number', 'BAD_CARD_DETAILS'],
  ['cc_rejected_bad_filled_date', 'BAD_CARD_DETAILS'],
  ['cc_rejected_bad_filled_security_code', 'BAD_CARD_DETAILS'],
  ['cc_rejected_bad_filled_other', 'BAD_CARD_DETAILS'],
  ['cc_rejected_insufficient_amount', 'INSUFFICIENT_FUNDS'],
  ['cc_rejected_card_disabled', 'DISABLED_CARD'],
  ['cc_rejected_duplicated_payment', 'DUPLICATED_PAYMENT'],
  ['cc_rejected_call_for_authorize', 'UNAUTHORISED'],
  ['cc_rejected_blacklist', 'DECLINED'],
  ['cc_rejected_invalid_installments', 'DECLINED'],
  ['cc_rejected_card_error', 'DECLINED'],
  ['cc_rejected_other_reason', 'DECLINED'],
  ['cc_rejected_high_risk', 'DECLINED'],
  ['cc_rejected_max_attempts', 'DECLINED'],
  ['cc_rejected_card_type_not_allowed', 'DECLINED'],
  ['cc_rejected_3ds_mandatory', 'UNAUTHORISED'],
  ['cc_rejected_3ds_challenge', 'UNAUTHORISED'],
  ['bank_error', 'DECLINED'],
  ['a_detail_of_tomorrow', 'DECLINED'],
]
test.each(reasonRows)('rejected / %s: %s', (status_detail, reason) => {
  expect(toPaymentUpdate(payment({ status: 'rejected', status_detail }))).toMatchObject({ state: 'failed', reason })
})

test.each([
  ['expired', 'EXPIRED'],
  ['by_collector', 'CANCELLED'],
  ['by_payer', 'CANCELLED'],
] as const)('cancelled / %s: %s', (status_detail, reason) => {
  expect(toPaymentUpdate(payment({ status: 'cancelled', status_detail }))).toMatchObject({ state: 'failed', reason })
})

test('a partial refund has the refunded amount', () => {
  const part = payment({ status_detail: 'partially_refunded', transaction_amount_refunded: 5_000 })
  expect(toPaymentUpdate(part)).toMatchObject({ state: 'refunded', refundedAmount: 5_000, amount: 14_990 })
})

test('every amount survives the conversion to decimals and back, and prints two decimals at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000_000_000_000 }), (minorUnits) => {
      const decimal = toDecimal(minorUnits)
      expect(toMinorUnits(JSON.parse(JSON.stringify(decimal)))).toBe(minorUnits)
      expect(JSON.stringify(decimal)).toMatch(/^\d+(\.\d{1,2})?$/)
    }),
    { numRuns: 2_000 },
  )
})

test('a number with three decimals is no amount', () => {
  expect([toMinorUnits(149.905), toMinorUnits(0.001)]).toEqual([undefined, undefined])
})
