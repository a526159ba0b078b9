import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { ProductGroupScreen } from './ProductGroupScreen.tsx'

const lists = vi.hoisted(() => ({ useGroups: vi.fn(), useProducts: vi.fn() }))
vi.mock('../list-queries.ts', () => lists)
vi.mock('../HowItWorks.tsx', () => ({ HowItWorks: () => null }))
vi.mock('../Drawing.tsx', () => ({ Drawing: () => null }))
vi.mock('./ProductPrice.tsx', () => ({ ProductPrice: () => null }))

const product = (slug: string) => ({
  id: slug,
  slug,
  name: slug,
  summary: '',
  price: { amount: 2_900, currency: 'EUR' },
})
const come = (data: unknown) => ({ data, isPending: false, isError: false })
const group = (products: string[]) => come([{ slug: 'weight', name: 'Lose weight', summary: '', products }])

beforeEach(() => {
  loadMessages('en', { 'catalogue.group.missing': ['No such topic'], 'catalogue.group.empty': ['Nothing here now'] })
  lists.useProducts.mockReturnValue(come(['sleep', 'nutrition', 'skin'].map(product)))
})
const renderGroup = (slug = 'weight') => renderToString(<ProductGroupScreen params={{ slug }} />)
const productsOf = (markup: string) => [...markup.matchAll(/href="\/products\/([^"]*)"/g)].map(([_whole, slug]) => slug)

test('a topic shows only its own products, in its own order [B2.4]', () => {
  lists.useGroups.mockReturnValue(group(['skin', 'sleep']))
  expect(renderGroup()).toContain('Lose weight')
  expect(productsOf(renderGroup())).toEqual(['skin', 'sleep'])
})

test('a product that is no longer offered is left out, and a topic without any says so [B2.4]', () => {
  lists.useGroups.mockReturnValue(group(['gone', 'sleep']))
  expect(productsOf(renderGroup())).toEqual(['sleep'])
  lists.useGroups.mockReturnValue(group(['gone']))
  expect(renderGroup()).toContain('Nothing here now')
})

test('an unknown topic is reported as missing [B2.4]', () => {
  lists.useGroups.mockReturnValue(group(['sleep']))
  expect(renderGroup('nothing-of-ours')).toContain('No such topic')
})
