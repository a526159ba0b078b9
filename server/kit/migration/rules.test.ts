import { expect, test } from 'vitest'
import { MIGRATIONS, readMigrations } from './files.ts'
import { baselineOf } from './former.ts'
import { folderOf, write } from './test-folder.ts'
import { nameProblems, textProblems } from './test-rules.ts'

const after = async () => {
  const known = await readMigrations(MIGRATIONS)
  return known.slice(baselineOf(known).length)
}

test('every migration has a number of its own, above that of the one before', async () => {
  expect(nameProblems((await readMigrations(MIGRATIONS)).map(({ name }) => name))).toEqual([])
  expect(
    nameProblems(['001_a.sql', '002_b.sql', '002_c.sql', '001_d.sql', '4_e.sql']).map((each) => each.slice(0, 9)),
  ).toEqual([...['002_c.sql', '001_d.sql', '4_e.sql i']])
})

test('none after the baseline holds people up or may be half done', async () => {
  expect((await after()).flatMap(textProblems)).toEqual([])
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

test('a file that is in no order, or a line without a file, is no migration', async () => {
  const folder = await folderOf([{ name: '001_a.sql', text: '' }])
  await write(folder, { name: '002_b.sql', text: '' })
  await expect(readMigrations(folder)).rejects.toThrow('002_b.sql is not in order.txt.')
  await write(folder, { name: 'order.txt', text: '001_a.sql\n002_b.sql\n003_c.sql\n' })
  await expect(readMigrations(folder)).rejects.toThrow('order.txt names 003_c.sql, and there is no such file.')
})
