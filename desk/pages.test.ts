import { openAddress } from '@cuida/ui/testing/query-client.ts'
import { isValidElement } from 'react'
import { describe, expect, test } from 'vitest'
import { findPage } from './kit/page/page.ts'
import type { PAGES as Pages } from './pages.tsx'

// The modules read the location on import.
openAddress('/desk/')
const { PAGES }: { PAGES: typeof Pages } = await import('./pages.tsx')

const found = (address: string, mayManage = true) => findPage(PAGES, address, mayManage)
const propsOf = (node: unknown) => (isValidElement(node) ? (node.props as Record<string, unknown>) : undefined)

/** The list that an address opens, its chosen item, and whether the page has a list. */
function pageAt(address: string, mayManage = true) {
  const at = found(address, mayManage)
  if (!at) return 'the queue'
  const { list, detail, isChosen } = at.page.at(at.list, at.named)
  return [at.list, list === undefined ? 'alone' : propsOf(list)?.selectedId, isChosen, propsOf(detail)?.selectedId]
}

test.each([
  ['/orders', ['orders', undefined, false, undefined]],
  ['/orders/70', ['orders', '70', true, '70']],
  ['/subscriptions/70', ['subscriptions', '70', true, '70']],
  ['/disputes/70', ['disputes', '70', true, '70']],
  ['/tasks/70', ['tasks', '70', true, '70']],
  ['/tasks/70/more', ['tasks', undefined, false, undefined]],
  ['/promo-codes/new', ['promo-codes', 'new', true, 'new']],
  ['/campaigns/7', ['campaigns', '7', true, '7']],
  ['/companies/new', ['companies', 'new', true, 'new']],
  ['/team/7', ['team', '7', true, '7']],
  ['/api-keys/new', ['api-keys', 'new', true, 'new']],
  ['/webhooks/new', ['webhooks', 'new', true, 'new']],
  ['/errors/7%2F8', ['errors', '7/8', true, '7/8']],
  ['/finished', ['finished', undefined, false, undefined]],
  ['/finished/7', ['finished', undefined, false, undefined]],
  ['/questions/7', ['questions', '7', true, '7']],
  ['/board', ['board', 'alone', true, undefined]],
  ['/open', ['open', 'alone', true, undefined]],
  ['/agenda', ['agenda', 'alone', true, undefined]],
  ['/agenda/absence', ['agenda', 'alone', true, undefined]],
])('the address %s shows %o', (address, expected) => expect(pageAt(address)).toEqual(expected))

test('people and records have addresses of several segments', () => {
  expect(pageAt('/people/staff/7')).toEqual(['people', '7', true, undefined])
  expect(propsOf(showing('/people/staff/7').detail)).toMatchObject({ kind: 'staff', id: '7' })
  expect(pageAt('/records/patients/7')).toEqual(['records', '7', true, undefined])
  expect(propsOf(showing('/records/openings/7').detail)).toEqual({ page: { is: 'opening', emergencyAccessId: '7' } })
})

function showing(address: string) {
  const at = found(address)
  if (!at) throw new Error(`${address} is the queue`)
  return at.page.at(at.list, at.named)
}

test.each(['/', '', '/consultations/7', '/nothing', '/%E0%A4%A'])('the address %s shows the queue', (address) =>
  expect(pageAt(address)).toBe('the queue'),
)

describe('a clinician who is no manager', () => {
  test('the clinician can open the pages for everybody', () =>
    expect(PAGES.filter(({ managers }) => !managers).flatMap(({ lists }) => lists)).toEqual([
      'agenda',
      'finished',
      'records',
      'questions',
    ]))

  test.each(PAGES.filter(({ managers }) => managers).flatMap(({ lists }) => lists))(
    '/%s shows the queue and opens nothing',
    (list) => expect(pageAt(`/${list}/7`, false)).toBe('the queue'),
  )
})

test('no address belongs to two pages', () => {
  const lists = PAGES.flatMap(({ lists }) => lists)
  expect(new Set(lists).size).toBe(lists.length)
})
