import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DetailActions, DetailHeader, DetailTitle, Facts, Numbers } from './Detail.tsx'

/** The rendered HTML without comments and class names. */
const read = (what: ReactNode): string => renderToString(what).replaceAll(/<!-- -->| class="[^"]*"/g, '')
const chip = { text: 'Paid', tone: 'success', icon: 'check' } as const

test('a detail header shows status, title and secondary text', () => {
  expect(read(<DetailHeader chip={chip} title="52.00 €" of="Dermatology" />)).toMatch(
    /data-tone="success".*Paid<\/span><h2>52.00 € <span>Dermatology<\/span><\/h2><\/header>/,
  )
  expect(read(<DetailHeader chip={chip} title="Ana" />)).toMatch(/<h2>Ana<\/h2><\/header>/)
})

test('a header without a status shows no chip, and its lead is below the title', () => {
  expect(read(<DetailHeader title="Ana" lead="36 years" />)).toBe('<header><h2>Ana</h2><div>36 years</div></header>')
})

test('the header’s content is below the title', () => {
  const head = (
    <DetailHeader chip={chip} title="Ana">
      <p>Blocked</p>
    </DetailHeader>
  )
  expect(read(head)).toContain('</h2><p>Blocked</p></header>')
})

test('only a title with a focus callback is focusable', () => {
  expect(read(<DetailTitle focus={() => {}}>Ana</DetailTitle>)).toBe('<h2 tabindex="-1">Ana</h2>')
  expect(read(<DetailTitle>Ana</DetailTitle>)).toBe('<h2>Ana</h2>')
})

const term = (name: string): string => `The ${name}`

test('facts without a value are left out, and an empty list renders nothing', () => {
  const of = [
    ['payer', 'Ana'],
    ['failure', null],
    ['left', false],
    ['code', undefined],
    ['reason', ''],
    ['dependants', 0],
  ] as const
  const pair = (name: string, value: string) => `<div><dt>The ${name}</dt><dd>${value}</dd></div>`
  expect(read(<Facts of={of} term={term} />)).toBe(`<dl>${pair('payer', 'Ana')}${pair('dependants', '0')}</dl>`)
  expect(read(<Numbers of={[['used', 0]]} term={term} />)).toBe(`<dl>${pair('used', '0')}</dl>`)
})

test('facts render in columns or compactly', () => {
  expect(read(<Facts of={[]} term={term} />)).toBe('<dl></dl>')
  expect(read(<Facts close of={[]} term={term} />)).toBe('<dl data-close="true"></dl>')
})

test('an empty action row takes no room', () => {
  // The style sheet hides the element when it is `:empty`; any text node would keep the gap.
  expect(read(<DetailActions>{[false, null, undefined]}</DetailActions>)).toBe('<div></div>')
})
