import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/test-empty-database.ts'
import { migrate } from './migrate.ts'
import { shapeOf } from './test-shape.ts'

const CHAIN = new URL('../former-chain/', import.meta.url)
const SHAPE = new URL('../../migrations/former/shape.sql', import.meta.url)

async function ofChain() {
  const made = await emptyDatabase()
  await runMigrations({ connectionString: made.url })
  await made.db`create table migration (name text primary key, at timestamptz not null default now())`
  for (const name of (await readdir(CHAIN)).sort()) {
    const text = await readFile(new URL(name, CHAIN), 'utf8')
    await made.db.begin(async (tx) => {
      await tx.unsafe(text)
      await tx`insert into migration (name) values (${name})`
    })
  }
  return made
}
async function ofBaseline() {
  const made = await emptyDatabase()
  await migrate(made.url)
  return made
}

/** Of the bookkeeping itself both have another shape. */
const but = (shape: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(shape).map(([kind, lines]) => [kind, lines.filter((line) => !/\bmigration/.test(line))]),
  )

test('the baseline makes what the chain made, object by object, but for names of checks and what held for new rows alone', async () => {
  const [chain, baseline] = [await ofChain(), await ofBaseline()]
  const [was, is] = [but(await shapeOf(chain.db)), but(await shapeOf(baseline.db))]
  const renamed = new Map(
    [...(await readFile(SHAPE, 'utf8')).matchAll(/alter table (\w+) rename constraint (\w+) to (\w+);/g)].map(
      ([, table, from, to]) => [`${table} ${from} c `, `${table} ${to} c `],
    ),
  )
  const validated = /alter table (\w+) validate constraint (\w+);/g
  const late = [...(await readFile(SHAPE, 'utf8')).matchAll(validated)].map(([, table, name]) => `${table} ${name} c `)
  const start = (line: string) => /^\S+ \S+ \S /.exec(line)?.[0] ?? ''
  was.constraints = (was.constraints ?? [])
    .map((line) => {
      const from = start(line)
      const named = (renamed.get(from) ?? from) + line.slice(from.length)
      return late.includes(from) ? named.replace(' NOT VALID f f f', ' t f f') : named
    })
    .sort()
  console.log(
    Object.entries(is)
      .map(([kind, lines]) => `${kind} ${lines.length}`)
      .join(', '),
  )
  expect(renamed.size).toBe(135)
  expect(late.length).toBe(5)
  for (const kind of Object.keys(is)) expect(was[kind], kind).toEqual(is[kind])
})

test('a database of the chain that is taken over has nothing that tells it from one of the baseline', async () => {
  const [chain, baseline] = [await ofChain(), await ofBaseline()]
  await migrate(chain.url)
  const [was, is] = [await shapeOf(chain.db), await shapeOf(baseline.db)]
  for (const kind of Object.keys(is)) expect(was[kind], kind).toEqual(is[kind])
  const names = (db: typeof chain.db) => db`select name, checksum from migration order by name`
  expect(await names(chain.db)).toEqual(await names(baseline.db))
})
