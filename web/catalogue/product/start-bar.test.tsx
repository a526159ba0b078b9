import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { StartBar } from './StartBar.tsx'

const clinicians = vi.hoisted(() => vi.fn())
vi.mock('../queries.ts', () => ({
  useProductClinicians: () => ({ data: clinicians() }),
  useForecast: () => ({ data: undefined }),
}))
vi.mock('../../kit/content/partner.tsx', () => ({ usePartner: () => ({ timeZone: 'Europe/Madrid' }) }))
beforeAll(() => loadWords('en', { 'catalogue.product.chooseTime': 'Choose a time', 'catalogue.product.now': 'Now' }))

const free = '2026-11-24T09:00:00.000Z'
const shown = (nextFree: (string | null)[] | undefined, more: Partial<Product> = {}) => {
  clinicians.mockReturnValue(nextFree && { items: nextFree.map((each) => ({ nextFree: each, timeZone: 'UTC' })) })
  const product = { slug: 'sleep', scheduled: true, onDemand: false, ...more } as Product
  const markup = renderToString(<StartBar product={product} isOpen />)
  return [...markup.matchAll(/href="([^"]*)"/g)].map(([_whole, href]) => href)
}

test.each([
  ['somebody has a time: it is chosen', [null, free], {}, ['/products/sleep/questions?mode=later']],
  ['nobody has one: who wants is told when there is', [null, null], {}, ['/waitlist?product=sleep']],
  ['not known yet: a time is chosen', undefined, {}, ['/products/sleep/questions?mode=later']],
  ['nobody gives it: there is nobody to wait for', [], {}, ['/products/sleep/questions?mode=later']],
  [
    'nobody has one, but somebody is there now',
    [null],
    { onDemand: true },
    ['/products/sleep/questions?mode=now', '/waitlist?product=sleep'],
  ],
  ['it is only given now', [null], { onDemand: true, scheduled: false }, ['/products/sleep/questions?mode=now']],
])('%s', (_, nextFree, more, hrefs) => expect(shown(nextFree, more)).toEqual(hrefs))
