import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Invoice, InvoiceState, patientInvoice } from './invoice.ts'

const paid = { number: null, isRefunded: false }

test.each([
  ['is issued and waits for its number', { ...paid, state: 'open' }, { state: 'preparing', number: null }],
  ['has its number', { ...paid, state: 'issued', number: 'A-17' }, { state: 'issued', number: 'A-17' }],
  [
    'has its number before it is final',
    { ...paid, state: 'open', number: 'A-17' },
    { state: 'issued', number: 'A-17' },
  ],
  ['was issued manually without a known number', { ...paid, state: 'issued' }, null],
  ['was voided before it had a number', { ...paid, state: 'void' }, null],
  ['was voided with a number', { ...paid, state: 'void', number: 'A-17' }, null],
  ['was refused and waits for a person', { ...paid, state: 'refused' }, { state: 'preparing', number: null }],
  [
    'is cancelled after the refund',
    { state: 'issued', number: 'A-17', isRefunded: true },
    { state: 'cancelling', number: 'A-17' },
  ],
  [
    'is cancelled before it had a number',
    { state: 'open', number: null, isRefunded: true },
    { state: 'cancelling', number: null },
  ],
  ['was never issued before the refund', { state: 'void', number: null, isRefunded: true }, null],
] as const)('an invoice that %s', (_, invoice, expected) => {
  expect(v.is(InvoiceState, invoice.state)).toBe(true)
  expect(patientInvoice(invoice)).toEqual(expected)
  if (expected) expect(v.parse(Invoice, expected)).toEqual(expected)
})
