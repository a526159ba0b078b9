import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'

// The module reads the location on import.
vi.stubGlobal('location', { pathname: '/' })
const { PageRow } = await import('./PageList.tsx')
const { RowLink } = await import('./RowLink.tsx')

const read = (row: ReactNode): string =>
  renderToString(<Router ssrPath="/">{row}</Router>).replaceAll(/<!-- -->| class="[^"]*"/g, '')
const row = { href: '/orders/1', isChosen: false, name: 'Dermatology', facts: '10:20' }

test('a row links to its item, and only the chosen row is marked as current', () => {
  expect(read(<PageRow {...row} />)).toBe('<li><a href="/orders/1"><span>Dermatology</span><span>10:20</span></a></li>')
  expect(read(<PageRow {...row} isChosen />)).toContain('<a aria-current="true" href="/orders/1">')
})

test('a money row shows the amount after the name and the state after the facts', () => {
  const state = { text: 'Refused', tone: 'danger' } as const
  expect(read(<PageRow {...row} amount="52.00 €" state={state} />)).toContain(
    '<span>Dermatology</span><span>52.00 €</span><span>10:20</span><span data-tone="danger">Refused</span>',
  )
})

test('a mark is quiet by default', () => {
  expect(read(<PageRow {...row} mark="Blocked" />)).toContain('<span data-tone="quiet">Blocked</span>')
  expect(read(<PageRow {...row} mark="Blocked" tone="danger" />)).toContain('<span data-tone="danger">Blocked</span>')
})

test('a row’s children come last', () => {
  expect(
    read(
      <PageRow {...row} mark="New">
        <b>Due</b>
      </PageRow>,
    ),
  ).toMatch(/New<\/span><b>Due<\/b><\/a>/)
})

test('a row with its own layout is the same link', () => {
  const own = (
    <RowLink href="/consultations/1" isChosen className="own" data-column="urgent">
      Ana
    </RowLink>
  )
  expect(read(own)).toBe('<a aria-current="true" data-column="urgent" href="/consultations/1">Ana</a>')
  expect(renderToString(<Router ssrPath="/">{own}</Router>)).toMatch(/class="[^"]* own"/)
})
