import { parse } from 'regexparam'
import { expect, test } from 'vitest'
import { matchPath } from './kit/navigation/match.ts'
import { lazyRoutes } from './lazy-routes.ts'
import { pathOf, type Route, routes } from './routes.ts'
import { importScreen } from './screens.tsx'

const all: [string, Route][] = Object.entries(routes)

test.each(all.filter(([_, route]) => route.back))('back from %s leads to a screen that exists [A2.15]', (_, route) =>
  expect(Object.keys(routes)).toContain(route.back),
)

test('no two screens have the same path', () => {
  const paths = all.map(([_, { path }]) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('a path contains its parameters and leaves out missing optional ones', () => {
  expect(pathOf('home', {})).toBe('/how-can-we-help')
  expect(pathOf('clinicianCalendar', { clinicianId: 'a/b', productSlug: 'nutrition' }, { timeout: 'true' })).toBe(
    '/clinician/a%2Fb/product/nutrition?timeout=true',
  )
})

test.each([
  ['/lp/huerta', 'landing'],
  ['/consultations/logged-out', 'loggedOutOfHistory'],
  ['/account/logged-out', 'loggedOut'],
  ['/consultations/medical-history', 'ownHistory'],
  ['/consultations/7d3ad2f5-0b5b-4b4f-9b0d-0a8a3c1f0001', 'consultation'],
  ['/webinars', 'webinars'],
  ['/webinars/plateau', 'webinar'],
  ['/recorded-webinars', 'recordedWebinars'],
  ['/welcome-kit', 'welcomeKit'],
])('%s is the path of %s [A2.5]', (path, name) => expect(matchPath(parse, path)?.name).toBe(name))

test("the History stack's logged-out path shows the logged-out screen [B2.18]", async () => {
  expect(await importScreen('loggedOutOfHistory')).toBe(await importScreen('loggedOut'))
})

test('the tab bar is shown on the four roots only [B2.31]', () => {
  const roots = all.filter(([_, { root }]) => root)
  expect(roots.map(([name, { tab }]) => [name, tab])).toEqual([
    ['home', 'home'],
    ['consultations', 'history'],
    ['support', 'support'],
    ['profile', 'profile'],
  ])
})

test.each(Object.keys(routes) as (keyof typeof routes)[])('the path of %s has a screen', async (name) =>
  expect(await importScreen(name)).toBeTypeOf('function'),
)

test('each path has its own screen, except screens with two paths', async () => {
  const screens = await Promise.all(
    Object.entries(lazyRoutes).map(async ([name, load]) => [name, await load()] as const),
  )
  const byScreen = Map.groupBy(screens, ([_, screen]) => screen)
  const shared = [...byScreen.values()].map((all) => all.map(([name]) => name)).filter((names) => names.length > 1)
  expect(shared).toEqual([
    ['productCalendar', 'clinicianCalendar'],
    ['loggedOutOfHistory', 'loggedOut'],
    ['refer', 'referShort'],
  ])
})
