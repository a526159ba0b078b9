import { describe, expect, test } from 'vitest'
import { circleProblems, roomProblems, sqlProblems } from './check-rooms.ts'

const CORE = ['core/booking/api.ts', 'core/booking/cart/cart.ts']

test.each([
  [
    'a folder of an area that core does not have',
    'server/booking/basket/basket-store.ts',
    'has no core/booking/basket',
  ],
  ['a folder that is no area', 'web/common/format.ts', 'web/common is no area'],
  ['an area of which nobody has heard', 'desk/appointments/List.tsx', 'desk/appointments is no area'],
])('finds %s', (_, path, problem) => {
  const problems = roomProblems([...CORE, path])
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(problem)
})

test.each([
  ['a folder that core has too', 'server/booking/cart/cart-store.ts'],
  ['a file that is a noun by itself', 'server/booking/basket-store.ts'],
  ['what stands beside the areas', 'server/kit/db/db.ts'],
  ['parts of a noun that one tier alone has', 'server/booking/cart/pdf/draw.ts'],
])('allows %s', (_, path) => expect(roomProblems([...CORE, path])).toEqual([]))

describe('how much a folder holds', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `core/booking/cart/part-${n}.ts`)
  test('of 25 files may be overlooked', () => expect(roomProblems(files(25))).toEqual([]))
  test('of one more may not', () => expect(roomProblems(files(26))).toEqual([expect.stringContaining('26 files')]))
  test('does not count what is no source', () =>
    expect(roomProblems([...files(25), 'core/booking/cart/README.md'])).toEqual([]))
})

describe('circles', () => {
  const source = (path: string, ...to: string[]) => ({
    path,
    text: to.map((one) => `import { x } from '${one}'\n`).join(''),
  })

  test('of three are told as one', () => {
    const three = [
      source('core/a.ts', './b.ts'),
      source('core/b.ts', '@cuida/core/c.ts'),
      source('core/c.ts', './a.ts'),
    ]
    expect(circleProblems(three)).toEqual(['in a circle: core/a.ts, core/b.ts, core/c.ts'])
  })

  test('of types count too', () => {
    const two = [source('core/a.ts', './b.ts'), { path: 'core/b.ts', text: "import type { A } from './a.ts'\n" }]
    expect(circleProblems(two)).toHaveLength(1)
  })

  test('are none where two ways lead to one', () =>
    expect(
      circleProblems([source('core/a.ts', './b.ts', './c.ts'), source('core/b.ts', './c.ts'), source('core/c.ts')]),
    ).toEqual([]))
})

describe('statements to the database', () => {
  const found = (path: string, text: string) => sqlProblems([{ path, text }]).length
  test.each([
    ['by a connection', 'await db`select 1`'],
    ['by a transaction, with its type', 'const [row] = await tx<{ id: string }[]>`select id from cart`'],
    ['as a piece of one', 'const isFree = (sql: Sql) => sql`held_by is null`'],
    ['by the services’ own', 'await services.db`select 1`'],
  ])('%s are found outside a store', (_, text) => expect(found('server/care/rescue/rescue.ts', text)).toBe(1))

  test.each(['server/care/rescue/rescue-store.ts', 'server/kit/audit.ts', 'server/care/rescue/rescue.test.ts'])(
    'are what %s is for',
    (path) => expect(found(path, 'await db`select 1`')).toBe(0),
  )
  test('are not what other templates are', () =>
    expect(found('server/care/call/call-door.ts', 'return `${path}${String.raw`x`}`')).toBe(0))
})
