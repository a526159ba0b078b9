import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Invoice, InvoiceState, shownInvoice } from './invoice.ts'

const paid = { number: null, isRefunded: false }

test.each([
  ['billed, and waits for its number', { ...paid, state: 'open' }, { state: 'preparing', number: null }],
  ['has its number', { ...paid, state: 'issued', number: 'A-17' }, { state: 'issued', number: 'A-17' }],
  [
    'has its number already, though we are not done',
    { ...paid, state: 'open', number: 'A-17' },
    { state: 'issued', number: 'A-17' },
  ],
  ['was written by hand, without a number that we know', { ...paid, state: 'issued' }, null],
  ['was given up before it had a number', { ...paid, state: 'void' }, null],
  ['was given up, number or not', { ...paid, state: 'void', number: 'A-17' }, null],
  [
    'was refused: a person looks, the patient waits',
    { ...paid, state: 'refused' },
    { state: 'preparing', number: null },
  ],
  [
    'is taken back, as the money was',
    { state: 'issued', number: 'A-17', isRefunded: true },
    { state: 'cancelling', number: 'A-17' },
  ],
  [
    'is taken back before it had a number',
    { state: 'open', number: null, isRefunded: true },
    { state: 'cancelling', number: null },
  ],
  ['never was, and the money went back', { state: 'void', number: null, isRefunded: true }, null],
] as const)('an invoice that %s', (_, facts, shown) => {
  expect(v.is(InvoiceState, facts.state)).toBe(true)
  expect(shownInvoice(facts)).toEqual(shown)
  if (shown) expect(v.parse(Invoice, shown)).toEqual(shown)
})
