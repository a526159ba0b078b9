import { expect, test } from 'vitest'
import { pathOf, type Route, routes } from './routes.ts'

const all: [string, Route][] = Object.entries(routes)

test.each(all.filter(([, route]) => route.back))('back from %s leads to a screen that exists', (_, route) =>
  expect(Object.keys(routes)).toContain(route.back),
)

test('no two screens have the same address', () => {
  const paths = all.map(([, { path }]) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('an address is written with its parameters, and without the ones that may be missing', () => {
  expect(pathOf('home', {})).toBe('/how-can-we-help')
  expect(pathOf('clinicianCalendar', { clinicianId: 'a/b', productSlug: 'nutrition' }, { timeout: 'true' })).toBe(
    '/clinician/a%2Fb/product/nutrition?timeout=true',
  )
})
