import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Acts, DetailHeader, DetailTitle, Facts, Numbers } from './Detail.tsx'

/** What is read, and between which elements. */
const read = (what: ReactNode): string => renderToString(what).replaceAll(/<!-- -->| class="[^"]*"/g, '')
const chip = { text: 'Paid', tone: 'success', icon: 'check' } as const

test('the head of a detail says how it stands, its name, and what the name is of', () => {
  expect(read(<DetailHeader chip={chip} title="52.00 €" of="Dermatology" />)).toMatch(
    /data-tone="success".*Paid<\/span><h2>52.00 € <span>Dermatology<\/span><\/h2><\/header>/,
  )
  expect(read(<DetailHeader chip={chip} title="Ana" />)).toMatch(/<h2>Ana<\/h2><\/header>/)
})

test('one that only is has no word for how it stands; what is less than its name stands right below', () => {
  expect(read(<DetailHeader title="Ana" lead="36 years" />)).toBe('<header><h2>Ana</h2><div>36 years</div></header>')
})

test('what must be seen with it stands below its name', () => {
  const head = (
    <DetailHeader chip={chip} title="Ana">
      <p>Blocked</p>
    </DetailHeader>
  )
  expect(read(head)).toContain('</h2><p>Blocked</p></header>')
})

test('a title that is gone to takes the focus, and no other does', () => {
  expect(read(<DetailTitle focus={() => {}}>Ana</DetailTitle>)).toBe('<h2 tabindex="-1">Ana</h2>')
  expect(read(<DetailTitle>Ana</DetailTitle>)).toBe('<h2>Ana</h2>')
})

const term = (name: string): string => `The ${name}`

test('facts that are not known are not told; none of something is', () => {
  const of = [
    ['payer', 'Ana'],
    ['failure', null],
    ['left', false],
    ['code', undefined],
    ['reason', ''],
    ['dependants', 0],
  ] as const
  const pair = (name: string, fact: string) => `<div><dt>The ${name}</dt><dd>${fact}</dd></div>`
  expect(read(<Facts of={of} term={term} />)).toBe(`<dl>${pair('payer', 'Ana')}${pair('dependants', '0')}</dl>`)
  expect(read(<Numbers of={[['used', 0]]} term={term} />)).toBe(`<dl>${pair('used', '0')}</dl>`)
})

test('facts stand in columns, or close to each other', () => {
  expect(read(<Facts of={[]} term={term} />)).toBe('<dl></dl>')
  expect(read(<Facts close of={[]} term={term} />)).toBe('<dl data-close="true"></dl>')
})

test('where nothing can be done, nothing takes room', () => {
  // The sheet hides what is empty: a word or a blank in it would keep its gap.
  expect(read(<Acts>{[false, null, undefined]}</Acts>)).toBe('<div></div>')
})
