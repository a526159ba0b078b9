import { expect, test } from 'vitest'
import { newPayment } from './payment.ts'
import { withExpiry } from './pix.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const sent = {
  transaction_amount: 10,
  payment_method_id: 'pix',
  date_of_expiration: '2026-11-21T10:32:00.000+00:00',
  payer: { email: 'ana@example.test', identification: { type: 'CPF', number: '12345678909' } },
}
const waiting = newPayment(1, sent, undefined, now)

test.each([
  ['a Pix is still pending a second before its expiry', '2026-11-21T10:31:59.999Z', 'pending'],
  ['a Pix is cancelled at its expiry', '2026-11-21T10:32:00.000Z', 'cancelled'],
])('%s', (_, at, status) => expect(withExpiry(waiting, new Date(at)).status).toBe(status))

test('a Pix that was paid in time does not expire', () => {
  const paid = { ...waiting, status: 'approved' as const }
  expect(withExpiry(paid, new Date('2026-11-22T10:00:00.000Z'))).toBe(paid)
})
