import { expect, test } from 'vitest'
import type { Migration } from './files.ts'
import { pendingOf } from './migrate.ts'

const of = (...names: string[]): Migration[] => names.map((name) => ({ name, text: '', checksum: `of ${name}` }))
const known = of('1', '2', '3')
const pending = (applied: readonly Migration[]) => pendingOf(known, applied).map(({ name }) => name)

test('migrations that have not run are pending, in order', () => {
  expect(pending([])).toEqual(['1', '2', '3'])
  expect(pending(of('1', '2'))).toEqual(['3'])
  expect(pending(known)).toEqual([])
})

test('a database migrated by a newer version is ready for this one', () => {
  expect(pending(of('1', '2', '3', '4'))).toEqual([])
})

test('a migration that ran with another text is refused by name, with or without pending ones', () => {
  const edited = { name: '2', text: '', checksum: 'another' }
  for (const more of [[], of('3')])
    expect(() => pending([...of('1'), edited, ...more])).toThrow(/^2 was edited after it ran in this database/)
})

test('a migration older than one that ran is refused, since elsewhere they ran in the other order', () => {
  expect(() => pending(of('1', '3'))).toThrow('has 3, but not 2, which comes before')
})

test('a database of another branch is refused', () => {
  expect(() => pending(of('1', '2', 'theirs'))).toThrow('has theirs, but not 3')
})
