import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { findClinicianById, listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { createElement, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PartnerProvider } from '../kit/content/partner.tsx'
import { useGroups, useProducts } from './list-queries.ts'
import { forecastMessage, waitMessage } from './product/forecast-messages.ts'
import { openingMessage } from './product/opening-message.ts'
import { useOnDemandAvailability } from './product/use-on-demand-availability.ts'
import { useClinician, useProduct, useProductClinicians } from './queries.ts'
import { sectionsOf } from './sections.ts'
import { useNow } from './use-now.ts'

const THURSDAY_NOON = '2026-11-26T11:00:00Z'
beforeEach(() => {
  loadMessages('es', {})
  loadMessages('en', {})
})

describe('content of the clinic', () => {
  const requestsOf = async (hook: () => unknown) => {
    const { requests } = mockServer()
    await renderHookWithQueries(hook)
    return requests
  }
  const requestedPaths = async (hook: () => unknown) => (await requestsOf(hook)).map(({ path }) => path)
  const queryOf = async (hook: () => unknown) => Object.fromEntries((await requestsOf(hook))[0]?.query ?? [])
  const filters = { 'filters[active][$eq]': 'true', 'filters[category][id][$notNull]': 'true' }

  test("content is in the person's language, with the other one as fallback", async () => {
    for (const hook of [useProducts, useGroups, () => useProduct('skin')])
      expect(await queryOf(hook)).toMatchObject({ locale: 'en', localeFallback: 'en' })
    loadMessages('es', {})
    for (const hook of [useProducts, useGroups, () => useProduct('skin')])
      expect(await queryOf(hook)).toMatchObject({ locale: 'es', localeFallback: 'en' })
  })

  test("lists contain what is offered, in the clinic's order", async () => {
    expect(await requestedPaths(useProducts)).toEqual(['/api/products'])
    expect(await queryOf(useProducts)).toMatchObject({ ...filters, sort: 'order:asc' })
    expect(await requestedPaths(useGroups)).toEqual(['/api/product-groups'])
    expect(await queryOf(useGroups)).toMatchObject({ sort: 'order:asc', populate: '*' })
  })

  test('a product is fetched by name with its questions, and is null when not offered', async () => {
    expect(await queryOf(() => useProduct('a&b'))).toMatchObject({
      ...filters,
      'filters[slug][$eq]': 'a&b',
      'populate[symptomCollector][populate]': '*',
      'populate[disclaimer]': 'true',
    })
    const line = vi.spyOn(globalThis, 'fetch')
    line.mockImplementation(async () => Response.json({ data: [] }))
    expect((await renderHookWithQueries(() => useProduct('gone'))).current().data).toBeNull()
    line.mockImplementation(async () => Response.json({ data: [] }, { status: 503 }))
    expect((await renderHookWithQueries(() => useProduct('away'))).current()).toMatchObject({
      isError: true,
      data: undefined,
    })
    line.mockRestore()
  })

  test('no product is fetched without a name', async () => {
    const server = mockServer()
    await renderHookWithQueries(() => [useProduct(''), useProductClinicians('')])
    expect(server.requests).toEqual([])
  })
})

describe('clinicians', () => {
  test('each clinician is fetched by id and language', async () => {
    const server = mockServer()
    server.reply(findClinicianById, ({ path }) => ({ name: path.split('/').at(-1) }))
    server.reply(listProductClinicians, ({ path }) => ({ items: [path] }))
    const both = () => [useClinician('one'), useClinician('two'), useProductClinicians('skin')]
    const screen = await renderHookWithQueries(both)
    expect(screen.current().map(({ data }) => data)).toEqual([
      { name: 'one' },
      { name: 'two' },
      { items: [expect.stringContaining('/skin')] },
    ])
    const before = server.requests.length
    await actAndFlush(() => loadMessages('es', {}))
    expect(server.requests).toHaveLength(before * 2)
  })

  test.each([
    ['that does not exist is requested once', 'CLINICIAN_NOT_FOUND', 404, 1],
    ['whose request fails is requested twice more', 'UNEXPECTED', 500, 3],
  ])('a clinician %s', async (_, code, status, times) => {
    freezeTime()
    const server = mockServer()
    server.refuse(findClinicianById, code, status)
    await renderHookWithQueries(() => useClinician('one'))
    await advanceTime(60_000)
    expect(server.requestsTo(findClinicianById)).toHaveLength(times)
  })
})

const everyDay = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map(
  (day) => ({ day, closed: false, startTime: '08:00', endTime: '14:00' }),
)
const asking = { slug: 'urgent', onDemand: true, workingHours: everyDay } as never
const CLINIC = { timeZone: 'Europe/Madrid', holidays: [] }
const around = (screen: ReactNode) => createElement(PartnerProvider, { config: CLINIC } as never, screen)
const free = { wait: { from: 5, to: 10 }, from: null, closed: false }

describe('on-demand care', () => {
  const opening = async (product: never, forecast: object = free) => {
    freezeTime(THURSDAY_NOON)
    const server = mockServer()
    server.reply(getForecast, forecast)
    const screen = await renderHookWithQueries(() => useOnDemandAvailability(product), { wrapper: around })
    return { screen, asked: () => server.requestsTo(getForecast).map(({ path }) => path) }
  }

  test('on-demand care is open in its hours, and its wait is polled every twenty seconds', async () => {
    const { screen, asked } = await opening(asking)
    expect(screen.current()).toMatchObject({ isOpen: true, isInHours: true, opens: undefined, forecast: free })
    await advanceTime(40_000)
    expect(asked()).toEqual(Array(3).fill('/v1/products/urgent/forecast'))
  })

  test('on-demand care is closed while no clinician is on duty or due, and says when one is', async () => {
    const from = '2026-11-26T12:30:00Z'
    const { screen } = await opening(asking, { wait: null, from, closed: true })
    expect(screen.current()).toMatchObject({ isOpen: false, isInHours: true, opens: from })
    const nobody = await opening(asking, { wait: null, from: null, closed: true })
    expect(nobody.screen.current()).toMatchObject({ isOpen: false, opens: undefined })
  })

  test('on-demand care closes by the clock while a screen is open, shows the next opening, and stops polling', async () => {
    const { screen, asked } = await opening(asking)
    await advanceTime(2 * 3_600_000)
    const before = asked().length
    await advanceTime(60_000)
    expect(screen.current()).toMatchObject({ isOpen: false, isInHours: false, forecast: undefined })
    expect(screen.current().opens).toEqual(new Date('2026-11-27T07:00:00Z'))
    expect(asked()).toHaveLength(before)
  })

  test('a product without on-demand care is not polled, and neither is an unknown one', async () => {
    for (const product of [{ ...(asking as object), onDemand: false }, null, undefined]) {
      const { screen, asked } = await opening(product as never)
      expect(asked()).toEqual([])
      expect(screen.current().isOpen).toBe(product !== null && product !== undefined)
    }
  })
})

test('the clock updates while a screen is open, at the requested interval, and stops with it', async () => {
  freezeTime()
  let every: number | undefined
  const screen = await renderHookWithQueries(() => useNow(every))
  const begin = screen.current()
  await advanceTime(29_999)
  expect(screen.current()).toBe(begin)
  await advanceTime(1)
  expect(screen.current()).toBe(begin + 30_000)
  every = 1_000
  await screen.rerender()
  await advanceTime(1_000)
  expect(screen.current()).toBe(begin + 31_000)
  await screen.unmount()
  expect(vi.getTimerCount()).toBe(0)
})

describe('forecast messages', () => {
  beforeEach(() =>
    loadMessages('en', {
      'catalogue.now.upTo': ['up to ', ['to']],
      'catalogue.now.between': [['from'], ' to ', ['to']],
      'catalogue.now.from': ['from ', ['when']],
      'catalogue.now.nobody': 'nobody',
      'catalogue.product.opens': [['near'], ' ', ['day'], ' ', ['time']],
    } as never),
  )
  test.each([
    [{ wait: { from: 0, to: 5 }, from: null }, 'up to 5'],
    [{ wait: { from: 5, to: 10 }, from: '2026-11-26T12:00:00Z' }, '5 to 10'],
    [{ wait: null, from: null }, 'nobody'],
  ])('the expected wait reads as text: %o', (forecast, text) =>
    expect(forecastMessage(forecast, 'Europe/Madrid')).toBe(text),
  )
  test('the time of the next due clinician is shown', () =>
    expect(forecastMessage({ wait: null, from: '2026-11-26T12:00:00Z' }, 'Europe/Madrid')).toMatch(
      /^from .*13:00|1:00/,
    ))
  test('a range from zero reads as "up to"', () => expect(waitMessage({ from: 0, to: 9 })).toBe('up to 9'))
  test.each([
    ['2026-11-26T15:00:00Z', 'yes'],
    ['2026-11-27T07:00:00Z', 'yes'],
    ['2026-12-03T07:00:00Z', 'no'],
  ])('the next opening (%s) uses the word of a near day: %s', (next, near) =>
    expect(openingMessage(next, 'Europe/Madrid', new Date(THURSDAY_NOON)).split(' ')[0]).toBe(near),
  )
})

test("products are grouped by category in the clinic's order, the named one first; without a category they are left out [B2.1]", () => {
  const care = { id: 'c', order: 2 }
  const more = { id: 'm', order: 1 }
  const product = (slug: string, order: number, category: object | null) => ({ slug, order, category }) as never
  const sections = sectionsOf([
    product('b', 2, care),
    product('x', 0, null),
    product('a', 1, care),
    product('z', 1, more),
  ])
  expect(sections.map(({ category, products }) => [category.id, products.map(({ slug }) => slug)])).toEqual([
    ['m', ['z']],
    ['c', ['a', 'b']],
  ])
  const withCareFirst = sectionsOf([product('z', 1, more), product('a', 1, care)], 'c')
  expect(withCareFirst.map(({ category }) => category.id)).toEqual(['c', 'm'])
})
