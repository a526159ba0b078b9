import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { loadMessages } from '../i18n/messages.ts'
import { MoneyLines } from './MoneyLines.tsx'
import { SumRow, SumRows } from './SumRows.tsx'

beforeEach(() => loadMessages('en', {}))

const read = (what: ReactNode): string => renderToString(what).replaceAll(/<!-- -->| class="[^"]*"/g, '')
const currency = 'EUR'

test('the lines end with an emphasised total, and discounts keep their minus', () => {
  const lines = [
    { term: 'Dermatology', amount: 5200 },
    { term: 'HOLA10', amount: -520 },
  ]
  const html = read(<MoneyLines lines={lines} total={{ term: 'Total', amount: 4680 }} currency={currency} />)
  expect(html).toMatch(
    /<dt>Dermatology<\/dt><dd><span>€52\.00<\/span>.*<dt>HOLA10<\/dt><dd><span>-€5\.20<\/span>.*<div data-strong="true"><dt>Total<\/dt><dd><span>€46\.80<\/span>/,
  )
  expect(html.match(/data-strong/g)).toHaveLength(1)
})

test('a total without lines shows alone', () => {
  const html = read(<MoneyLines lines={[]} total={{ term: 'Total', amount: 0 }} currency={currency} />)
  expect(html.replaceAll(/<[^>]*>/g, ' ').trim()).toMatch(/^Total\s+€0\.00$/)
})

test('the state of an amount shows as text or as a chip', () => {
  expect(read(<SumRow amount={1000} currency={currency} state="Withdrawn" />)).toBe(
    '<li><p>€10.00<span>Withdrawn</span></p></li>',
  )
  const state = { text: 'Refused', tone: 'danger', icon: 'error' } as const
  expect(read(<SumRow amount={1000} currency={currency} state={state} />)).toMatch(
    /€10\.00<span data-tone="danger"><svg.*Refused<\/span>/,
  )
})

test('an amount that waits for a decision is marked and shows its actions', () => {
  const row = (
    <SumRow amount={1000} currency={currency} state="Asked" isOpen acts={<button type="button">Approve</button>}>
      <p>Why</p>
    </SumRow>
  )
  expect(read(<SumRows>{row}</SumRows>)).toBe(
    '<ul><li data-open="true"><p>€10.00<span>Asked</span></p><p>Why</p><div><button type="button">Approve</button></div></li></ul>',
  )
  expect(read(<SumRow amount={1000} currency={currency} state="Done" isOpen={false} acts={false} />)).not.toMatch(
    /data-open|<div>/,
  )
})
