import { readFileSync } from 'node:fs'
import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import { expect, test } from 'vitest'

const messagesIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../content/locales/${language}/checkout.json`, import.meta.url), 'utf8'))

test.each(['en', 'es', 'pt-BR'])(
  'every failure reason has a message in %s, and none shows its code [B8.7]',
  (language) => {
    const messages = messagesIn(language)
    for (const reason of [...FailureReason.options, 'UNKNOWN']) {
      expect(messages[`checkout.failure.${reason}`], reason).toBeTruthy()
      expect(messages[`checkout.failure.${reason}`]).not.toMatch(/[A-Z]{3}/)
    }
  },
)

/** Refusals that lead back to the calendar or are handled without a message. */
const SILENT = ['SLOT_LOCK_EXPIRED', 'SLOT_LOCK_NOT_FOUND', 'CART_EXPIRED', 'CART_NOT_FOUND', 'IDEMPOTENCY_MISMATCH']

test('every refusal of an order that the patient can meet has a message [B8.5]', () => {
  const met = Object.keys(createOrder.refusals).filter((code) => !SILENT.includes(code))
  for (const code of met) expect(messagesIn('es')[`checkout.error.${code}`], code).toBeTruthy()
})
