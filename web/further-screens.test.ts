import { expect, test } from 'vitest'
import { furtherScreens } from './further-screens.ts'
import { routes } from './routes.ts'
import { importScreen } from './screens.tsx'

test.each(Object.keys(routes) as (keyof typeof routes)[])('the address of %s has a screen', async (name) =>
  expect(await importScreen(name)).toBeTypeOf('function'),
)

test('and each its own, but for those that have two addresses', async () => {
  const screens = await Promise.all(
    Object.entries(furtherScreens).map(async ([name, load]) => [name, await load()] as const),
  )
  const byScreen = Map.groupBy(screens, ([_, screen]) => screen)
  const shared = [...byScreen.values()].map((all) => all.map(([name]) => name)).filter((names) => names.length > 1)
  expect(shared).toEqual([
    ['productCalendar', 'clinicianCalendar'],
    ['loggedOutOfHistory', 'loggedOut'],
    ['refer', 'referShort'],
  ])
})
