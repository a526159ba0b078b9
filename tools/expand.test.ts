import { expect, test } from 'vitest'
import { MIGRATIONS, readMigrations } from '../server/kit/migration/files.ts'
import { git, previousRelease } from './previous-release.ts'

// Expand, then contract (decision 0194): the programs of the previous release work on the tables of this one.

interface Rule {
  what: string
  statement: RegExp
}
/** `name` is what must not be used any more; without it the statement is refused in any case. */
const RULES: Rule[] = [
  { what: 'drops a table', statement: /drop table (?:if exists )?(?<name>\w+)/g },
  { what: 'drops a column', statement: /drop column (?:if exists )?(?<name>\w+)/g },
  { what: 'renames a column', statement: /rename column (?<name>\w+) to/g },
  { what: 'renames a table', statement: /alter table (?:only )?(?<name>\w+) rename to/g },
  { what: 'changes the type of', statement: /alter (?:column )?(?<name>\w+) (?:set data )?type\b/g },
  { what: 'requires a value in', statement: /alter (?:column )?(?<name>\w+) set not null/g },
  { what: 'takes the default of', statement: /alter (?:column )?(?<name>\w+) drop default/g },
]
const ADDED_COLUMN = /add (?:column )(?:if not exists )?(?<name>\w+) (?<rest>[^;]*?)(?=, *add |;|$)/g
const NEW_TABLE = /create table (?:if not exists )?(\w+)/g

/** `isUsed`: whether the previous release names it in its SQL. */
function expandProblems(text: string, isUsed: (name: string) => boolean): string[] {
  const sql = text.replaceAll(/--.*$/gm, '').toLowerCase().replaceAll(/\s+/g, ' ')
  const newTables = new Set([...sql.matchAll(NEW_TABLE)].map(([, table]) => table))
  const statements = sql.split(';').filter((one) => !newTables.has(/alter table (?:only )?(\w+)/.exec(one)?.[1] ?? ''))
  return statements.flatMap((one) => [
    ...RULES.flatMap(({ what, statement }) =>
      [...one.matchAll(statement)]
        .map(({ groups }) => String(groups?.name))
        .filter((name) => !newTables.has(name) && isUsed(name))
        .map((name) => `${what} ${name}`),
    ),
    ...[...one.matchAll(ADDED_COLUMN)]
      .filter(
        ({ groups }) =>
          /\bnot null\b/.test(String(groups?.rest)) && !/\b(?:default|generated)\b/.test(String(groups?.rest)),
      )
      .map(({ groups }) => `adds ${groups?.name}, which the previous release leaves empty`),
  ])
}

test('no migration since the previous release takes away what that one uses', async () => {
  const release = previousRelease()
  if (!release) return
  const before = new Set(git('ls-tree', '-r', '--name-only', release, 'server/migrations')?.split('\n'))
  const isUsed = (name: string) =>
    git('grep', '--quiet', '--word-regexp', name, release, '--', ':(glob)server/**/*-store.ts') !== undefined
  const added = (await readMigrations(MIGRATIONS)).filter(({ name }) => !before.has(`server/migrations/${name}`))
  expect(
    added.flatMap(({ name, text }) => expandProblems(text, isUsed).map((problem) => `${name} ${problem}`)),
  ).toEqual([])
})

test.each([
  ['alter table a drop column b;', 'drops a column b'],
  ['drop table a;', 'drops a table a'],
  ['alter table a rename column b to c;', 'renames a column b'],
  ['alter table a rename to c;', 'renames a table a'],
  ['alter table a alter column b type bigint;', 'changes the type of b'],
  ['alter table a alter b set data type text using b::text;', 'changes the type of b'],
  ['alter table a\n  alter column b set not null;', 'requires a value in b'],
  ['alter table a alter column b drop default;', 'takes the default of b'],
  ['alter table a add column b int, add column c text not null;', 'adds c, which the previous release leaves empty'],
])('%s is refused', (text, problem) => expect(expandProblems(text, () => true)).toEqual([problem]))

test.each([
  'create table a (b int not null);\nalter table a alter column b type bigint;\ndrop table a;',
  "alter table a add column b text not null default 'x', add column c int;",
  'alter table a add column b text check (b is not distinct from c) default null;',
  'alter table a drop constraint b;\n-- drop table a;',
  'create index concurrently b on a (c);',
])('%s is not refused', (text) => expect(expandProblems(text, () => true)).toEqual([]))

test('what the previous release does not use may go', () =>
  expect(expandProblems('alter table a drop column b;', (name) => name !== 'b')).toEqual([]))
