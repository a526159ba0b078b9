import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { StartBar } from './StartBar.tsx'

const clinicians = vi.hoisted(() => vi.fn())
const forecast = vi.hoisted(() => vi.fn())
vi.mock('../queries.ts', () => ({
  useProductClinicians: () => ({ data: clinicians() }),
  useForecast: forecast,
}))
vi.mock('../../kit/content/partner.tsx', () => ({ usePartner: () => ({ timeZone: 'Europe/Madrid' }) }))
beforeAll(() =>
  loadMessages('en', {
    'catalogue.product.chooseTime': 'Choose a time',
    'catalogue.product.now': 'Now',
    'catalogue.product.joinLine': 'Join the line',
    'catalogue.now.answerBy': 'Money back at {time}',
  }),
)

const free = '2026-11-24T09:00:00.000Z'
const THERE = { wait: { from: 0, to: 5 }, from: null, answerBy: null, closed: false }
const renderedHrefs = (
  nextFree: (string | null)[] | undefined,
  more: Partial<Product> = {},
  now: object | undefined = THERE,
) => {
  forecast.mockReturnValue({ data: now, isPending: now === undefined })
  clinicians.mockReturnValue(nextFree && { items: nextFree.map((each) => ({ nextFree: each, timeZone: 'UTC' })) })
  const product = { slug: 'sleep', scheduled: true, onDemand: false, ...more } as Product
  const markup = renderToString(<StartBar product={product} isOpen />)
  return [...markup.matchAll(/href="([^"]*)"/g)].map(([_whole, href]) => href)
}

test.each([
  ['with a free time the patient chooses one', [null, free], {}, ['/products/sleep/questions?mode=later']],
  ['without a free time the waitlist is offered', [null, null], {}, ['/waitlist?product=sleep']],
  ['while free times load, choosing a time is offered', undefined, {}, ['/products/sleep/questions?mode=later']],
  ['without clinicians the waitlist is not offered', [], {}, ['/products/sleep/questions?mode=later']],
  [
    'without a free time but with a clinician on duty, now is offered first',
    [null],
    { onDemand: true },
    ['/products/sleep/questions?mode=now', '/waitlist?product=sleep'],
  ],
  [
    'a product for now only offers now',
    [null],
    { onDemand: true, scheduled: false },
    ['/products/sleep/questions?mode=now'],
  ],
])('%s', (_, nextFree, more, hrefs) => expect(renderedHrefs(nextFree, more)).toEqual(hrefs))

const NOW = '/products/sleep/questions?mode=now'
const LATER = '/products/sleep/questions?mode=later'
test.each([
  ['with a clinician on duty, now is the main action', THERE, {}, [NOW, LATER]],
  ['without one, choosing a time is the main action', { ...THERE, wait: null, from: free }, {}, [LATER, NOW]],
  ['without one or any times, only now is offered', { ...THERE, wait: null }, { scheduled: false }, [NOW]],
  ['with none due, now is not offered', { ...THERE, wait: null, closed: true }, {}, [LATER]],
])('for a product offered now and later, %s', (_, now, more, hrefs) =>
  expect(renderedHrefs([free], { onDemand: true, ...more }, now)).toEqual(hrefs),
)

test('joining a queue without a clinician is not called "now" and says when the payment is refunded', () => {
  forecast.mockReturnValue({ data: { ...THERE, wait: null, answerBy: '2026-11-24T20:05:00.000Z' }, isPending: false })
  const product = { slug: 'sleep', scheduled: true, onDemand: true } as Product
  const markup = renderToString(<StartBar product={product} isOpen />)
  expect(markup).toContain('Join the line')
  expect(markup).not.toContain('>Now<')
  expect(markup).toContain('Money back at 21:05')
})
