import { expect, test } from 'vitest'
import { fileWorld } from '../../testing/test-worlds.ts'
import { inOneGo, type Tx } from './db.ts'

const world = await fileWorld()
await world.db`create sequence place`

const place = async (tx: Tx): Promise<number> => Number((await tx`select nextval('place') as at`)[0]?.at)
/** Stores call each other: a statement further down keeps its place. */
const several = async (tx: Tx): Promise<number[]> => inOneGo(place(tx), place(tx))

test('statements that are sent in one go run in the order in which they stand', async () => {
  for (let round = 0; round < 20; round++) {
    const places = await world.db.begin((tx) => inOneGo(place(tx), several(tx), place(tx), undefined, several(tx)))
    const flat = places.flat().filter((at) => at !== undefined)
    expect(flat).toEqual(flat.toSorted((a, b) => a - b))
    expect(flat).toHaveLength(6)
  }
})

test('a bare query, which would begin too late, is refused', async () => {
  const sent = world.db.begin((tx) => inOneGo(tx`select 1`, place(tx)))
  await expect(sent).rejects.toThrow('a bare query')
})

test('one that fails undoes those before it, and those after it never happen', async () => {
  await world.db`create table mark (name text primary key)`
  const mark = async (tx: Tx, name: string) => void (await tx`insert into mark values (${name})`)
  await expect(
    world.db.begin((tx) => inOneGo(mark(tx, 'before'), mark(tx, 'before'), mark(tx, 'after'))),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await world.db`select name from mark`).toEqual([])
})
