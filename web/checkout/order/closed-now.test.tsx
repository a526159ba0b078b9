import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OpenNow } from '../../catalogue/product/ProductScreen.tsx'
import { useOnDemandAvailability } from '../../catalogue/product/use-on-demand-availability.ts'
import { ClosedBar } from './ClosedCheckout.tsx'

const forecast = vi.hoisted(() => vi.fn())
vi.mock('../../catalogue/queries.ts', () => ({
  useForecast: (_: string, enabled: boolean) => ({ data: enabled ? forecast() : undefined }),
}))
const holidays: { day: string; name: string }[] = []
vi.mock('../../kit/content/partner.tsx', () => ({ usePartner: () => ({ timeZone: 'Europe/Madrid', holidays }) }))
beforeEach(() => {
  // A Thursday at ten in Madrid.
  vi.useFakeTimers({ now: new Date('2026-11-26T09:00:00Z') })
  loadMessages('en', {
    'catalogue.product.closed': ['No professionals right now'],
    'catalogue.product.opens': ['We open ', ['day'], ' at ', ['time']],
    'catalogue.product.orBook': ['You can also book'],
    'catalogue.product.openAlways': ['Available at any time'],
    'checkout.error.CLOSE': ['Nothing was charged'],
    'checkout.error.CLOSE.action': ['See times'],
  })
})
afterEach(() => void vi.useRealTimers())

const always = { slug: 'general', scheduled: true, onDemand: true, workingHours: [] } as unknown as Product
const evening = {
  ...always,
  workingHours: [{ day: 'thursday', closed: false, startTime: '20:00', endTime: '23:00' }],
} as Product
function Shown({ product }: { product: Product }) {
  const availability = useOnDemandAvailability(product)
  return (
    <>
      {availability.isOpen ? 'OPEN ' : 'SHUT '}
      <OpenNow product={product} availability={availability} />
    </>
  )
}
const renderNow = (product: Product, data?: unknown) => {
  forecast.mockReturnValue(data)
  return renderToString(<Shown product={product} />).replaceAll(/<svg.*?<\/svg>|<[^>]*>/g, '')
}

describe('on-demand care', () => {
  test('until the forecast loads it is open by its hours and claims no clinician on duty', () =>
    expect(renderNow(always)).toBe('OPEN '))
  test('a clinician on duty is mentioned with the forecast', () =>
    expect(renderNow(always, { wait: { from: 0, to: 5 }, from: null, closed: false })).toBe(
      'OPEN Available at any time',
    ))
  test('while a clinician is only due it is open and claims nobody on duty', () =>
    expect(renderNow(always, { wait: null, from: '2026-11-26T09:50:00.000Z', closed: false })).toBe('OPEN '))
  test('without a clinician on duty or due it is closed, with the next opening and a time to book', () =>
    expect(renderNow(always, { wait: null, from: '2026-11-26T15:00:00.000Z', closed: true })).toMatch(
      /^SHUT No professionals right nowWe open .+ at 16:00You can also book$/,
    ))
  test('an unknown opening is not shown, and no time is offered where none can be booked', () =>
    expect(renderNow({ ...always, scheduled: false }, { wait: null, from: null, closed: true })).toBe(
      'SHUT No professionals right now',
    ))
  test('out of its hours no forecast is fetched, and it opens by the clock', () =>
    expect(renderNow(evening, { wait: { from: 0, to: 5 }, from: null, closed: false })).toMatch(
      /^SHUT No professionals right nowWe open .+ at 20:00/,
    ))
})

describe('closed at checkout', () => {
  const availability = {
    isOpen: false,
    isInHours: true,
    opens: '2026-11-26T15:00:00Z',
    forecast: undefined,
    now: Date.now(),
  }
  const bar = (product: Product, failure?: unknown) =>
    renderToString(<ClosedBar product={product} availability={availability} failure={failure} />)
  test('a time can be booked instead, where there is any', () => {
    expect(bar(always)).toMatch(/No professionals right now.+16:00.+href="\/products\/general"/)
    expect(bar({ ...always, scheduled: false })).not.toContain('href')
  })
  test('a late payment attempt says that nothing was charged and has one way out', () => {
    const late = bar(always, new CallFailed(409, '', { code: 'CLOSE' }))
    expect(late).toMatch(/Nothing was charged/)
    expect(late.match(/See times/g)).toHaveLength(1)
  })
})
