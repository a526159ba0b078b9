import { expect, test } from 'vitest'
import { MIGRATIONS, type Migration, readMigrations } from './files.ts'
import { isOutside, stepsOf } from './run.ts'

type Named = Pick<Migration, 'name' | 'text'>

const NAME = /^(\d{3})_[a-z][a-z0-9_]*\.sql$/

/** A sentence for each name without a number, or with the number of another migration, as two branches may give it. */
function nameProblems(names: readonly string[]): string[] {
  const numbers = names.map((name) => NAME.exec(name)?.[1])
  return names.flatMap((name, index) => {
    if (!numbers[index]) return [`${name} is not like 014_what_changes.sql`]
    return numbers.indexOf(numbers[index]) < index
      ? [`${name} has the number of another migration: give it the next`]
      : []
  })
}

/** A sentence for each thing that would hold people up, or be half done, on a database with people in it. */
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
  const made = new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([_, table]) => table))
  const grown = [...sql.matchAll(/create (?:unique )?index[^;]*? on (?:only )?(\w+)/g)].filter(
    ([_whole, table]) => !made.has(table),
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

test('every migration has a number of its own', async () => {
  expect(nameProblems((await readMigrations(MIGRATIONS)).map(({ name }) => name))).toEqual([])
  expect(nameProblems(['001_a.sql', '002_b.sql', '002_c.sql', '4_e.sql'])).toEqual([
    '002_c.sql has the number of another migration: give it the next',
    '4_e.sql is not like 014_what_changes.sql',
  ])
})

test('no migration blocks others on a table that may be large, or may be left half done', async () => {
  expect((await readMigrations(MIGRATIONS)).flatMap(textProblems)).toEqual([])
})

const of = (text: string) => textProblems({ name: '900_x.sql', text })

test.each([
  ['an index on a table that was there', 'create index a on account (locale);', 'indexes account'],
  [
    'a unique one, over lines',
    'create table b (id int);\ncreate unique index c\n  on account (locale);',
    'indexes account',
  ],
  ['one without a name', 'create index on account (locale);', 'indexes account'],
  ['concurrently inside a transaction', 'drop index concurrently if exists a;', 'does not begin with'],
  ['a transaction of its own', 'drop table a;\ncommit;\ndrop table b;', 'a transaction by itself'],
  [
    'a check made of the words of another',
    'do $$ begin execute pg_get_constraintdef(1); end $$;',
    'the words of another',
  ],
  [
    'anything but indexes outside',
    '-- outside a transaction\nalter table account add column a int;',
    'may only create and drop',
  ],
  [
    'an index that may be there half',
    '-- outside a transaction\ncreate index concurrently if not exists a on b (c);',
    'may only',
  ],
])('%s is told', (_, text, said) => expect(of(text).join()).toContain(said))

test.each([
  ['an index on a table that it makes', '-- Why.\ncreate table a (b int);\ncreate index c on a (b);'],
  [
    'begin and end of a function',
    'create function f() returns trigger language plpgsql as $$\nbegin\n  return null;\nend $$;',
  ],
  [
    'indexes outside',
    '-- outside a transaction: why\ndrop index concurrently if exists a;\ncreate unique index concurrently a\n  on b (c);',
  ],
])('%s is not', (_, text) => expect(of(text)).toEqual([]))
