import { expect, test } from 'vitest'
import { MIGRATIONS, type Migration, readMigrations } from './files.ts'
import { isOutside, stepsOf } from './run.ts'

type Named = Pick<Migration, 'name' | 'text'>

const NAME = /^(\d{3})_[a-z][a-z0-9_]*\.sql$/

/** An error for each name without a number, or with a number used twice, as from two branches. */
function nameProblems(names: readonly string[]): string[] {
  const numbers = names.map((name) => NAME.exec(name)?.[1])
  return names.flatMap((name, index) => {
    if (!numbers[index]) return [`${name} is not like 014_what_changes.sql`]
    return numbers.indexOf(numbers[index]) < index
      ? [`${name} has the number of another migration: give it the next`]
      : []
  })
}

/** An error for each statement that would block users, or could be left half done, on a live database. */
const textProblems = ({ name, text }: Named): string[] => (isOutside(text) ? outside(name, text) : inside(name, text))

function outside(name: string, text: string): string[] {
  try {
    stepsOf(name, text)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function inside(name: string, text: string): string[] {
  const sql = text.replaceAll(/--.*$/gm, '').toLowerCase()
  const createdTables = new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([_, table]) => table))
  const grown = [...sql.matchAll(/create (?:unique )?index[^;]*? on (?:only )?(\w+)/g)].filter(
    ([_whole, table]) => !createdTables.has(table),
  )
  return [
    ...grown.map(
      ([_, table]) =>
        `${name} indexes ${table}, which was there before and may be large: \`create index concurrently\`, in a migration of its ` +
        'own that begins with "-- outside a transaction"',
    ),
    ...(/\bconcurrently\b/.test(sql)
      ? [`${name} says concurrently and does not begin with "-- outside a transaction"`]
      : []),
    ...(/^\s*(?:commit|rollback|start transaction)\b/m.test(sql)
      ? [`${name} ends or begins a transaction by itself`]
      : []),
    ...(/pg_get_\w+def/.test(sql)
      ? [`${name} makes SQL of the words of another: write down what holds from now on`]
      : []),
  ]
}

test('every migration has a unique number', async () => {
  expect(nameProblems((await readMigrations(MIGRATIONS)).map(({ name }) => name))).toEqual([])
  expect(nameProblems(['001_a.sql', '002_b.sql', '002_c.sql', '4_e.sql'])).toEqual([
    '002_c.sql has the number of another migration: give it the next',
    '4_e.sql is not like 014_what_changes.sql',
  ])
})

test('no migration blocks a table that may be large, or can be left half done', async () => {
  expect((await readMigrations(MIGRATIONS)).flatMap(textProblems)).toEqual([])
})

const of = (text: string) => textProblems({ name: '900_x.sql', text })

test.each([
  ['an index on an existing table', 'create index a on account (locale);', 'indexes account'],
  [
    'a unique index over two lines',
    'create table b (id int);\ncreate unique index c\n  on account (locale);',
    'indexes account',
  ],
  ['an index without a name', 'create index on account (locale);', 'indexes account'],
  ['a concurrent statement inside a transaction', 'drop index concurrently if exists a;', 'does not begin with'],
  ['a transaction within the migration', 'drop table a;\ncommit;\ndrop table b;', 'a transaction by itself'],
  [
    'a check built from another one’s text',
    'do $$ begin execute pg_get_constraintdef(1); end $$;',
    'the words of another',
  ],
  [
    'a statement other than indexes outside a transaction',
    '-- outside a transaction\nalter table account add column a int;',
    'may only create and drop',
  ],
  [
    'an index that may be left half built',
    '-- outside a transaction\ncreate index concurrently if not exists a on b (c);',
    'may only',
  ],
])('%s is reported', (_, text, problem) => expect(of(text).join()).toContain(problem))

test.each([
  ['an index on a table that the migration creates', '-- Why.\ncreate table a (b int);\ncreate index c on a (b);'],
  [
    'begin and end of a function',
    'create function f() returns trigger language plpgsql as $$\nbegin\n  return null;\nend $$;',
  ],
  [
    'indexes outside a transaction',
    '-- outside a transaction: why\ndrop index concurrently if exists a;\ncreate unique index concurrently a\n  on b (c);',
  ],
])('%s is not reported', (_, text) => expect(of(text)).toEqual([]))
