import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'

const page = readFileSync(new URL('../../../docs/data-retention.md', import.meta.url), 'utf8')
/** Rows of the page's table: table, columns, retention, copy. */
const rows = page
  .split('\n')
  .filter((line) => /^\| [a-z_]+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([_, table]) => table !== 'table')

const context = await createTestContext()

async function realColumns(): Promise<string[]> {
  const columns = await context.db<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' order by 1`
  return columns.map(({ name }) => name)
}

test('every column of the database has one retention rule on the page, and the page names no other column [A9.8]', async () => {
  const real = await realColumns()
  const result = rows.flatMap(([_, table = '', columns = '']) =>
    columns === '*'
      ? real.filter((name) => name.startsWith(`${table}.`))
      : columns.split(', ').map((column) => `${table}.${column}`),
  )
  expect(result.sort()).toEqual(real.sort())
  const tables = new Set(real.map((name) => name.split('.')[0]))
  expect(rows.filter(([_whole, table = '']) => !tables.has(table))).toEqual([])
})

test('each rule states what happens to the column and whether the export contains it', () => {
  for (const [_whole, table, columns, retention, copy] of rows) {
    expect(retention, `${table} ${columns}`).toMatch(/^(deleted|locked|kept|not personal|temporary)/)
    expect(copy, `${table} ${columns}`).toMatch(/^(yes|no|not any more)/)
  }
})
