import { expect, test } from 'vitest'
import type { Migration } from './files.ts'
import { pendingOf } from './migrate.ts'

const of = (...names: string[]): Migration[] => names.map((name) => ({ name, text: '', checksum: `of ${name}` }))
const known = of('1', '2', '3')
const pending = (applied: readonly Migration[]) => pendingOf(known, applied).map(({ name }) => name)

test('what has not run is pending, in its order', () => {
  expect(pending([])).toEqual(['1', '2', '3'])
  expect(pending(of('1', '2'))).toEqual(['3'])
  expect(pending(known)).toEqual([])
})

test('a database that a newer version has migrated is ready for this one', () => {
  expect(pending(of('1', '2', '3', '4'))).toEqual([])
})

test('one that ran with another text is refused by name, whether or not something is pending', () => {
  const edited = { name: '2', text: '', checksum: 'another' }
  for (const more of [[], of('3')])
    expect(() => pending([...of('1'), edited, ...more])).toThrow(/^2 ran here with another text than this version has/)
})

test('one that would run after what comes later is refused: elsewhere they ran the other way round', () => {
  expect(() => pending(of('1', '3'))).toThrow('has 3 and not 2, which comes before')
})

test('a database that stands on another branch is refused', () => {
  expect(() => pending(of('1', '2', 'theirs'))).toThrow('has theirs and not 3')
})
