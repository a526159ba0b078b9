import { expect, test } from 'vitest'
import { readProblems } from './check-reads.ts'

const at = (path: string, text: string) => readProblems([{ path, text }])

test.each([
  ['a key of its own', "const all = { queryKey: ['orders'] }", /makes a key of its own/],
  ['a key by a name', "const key = ['orders']\nqueries.invalidateQueries({ queryKey: key })", /makes a key of its own/],
  ['TanStack’s own hook', "import { useMutation, useQueryClient } from '@tanstack/react-query'", /asks by useMutation/],
  ['a number of milliseconds', 'useRead(getOrder, { id }, { every: 2_000 })', /says itself how often/],
  ['one in a choice', 'const o = { every: ({ state }) => (state.data ? 2_000 : false) }', /says itself how often/],
  ['one by a name', 'const ASK_MS = 2_000\nuseRead(getOrder, { id }, { every: ASK_MS })', /says itself how often/],
  ['one in TanStack’s words', 'const o = { refetchInterval: 5_000 }', /says itself how often/],
])('refused: %s', (_, code, problem) => expect(at('desk/care/queries.ts', code).join()).toMatch(problem))

test.each([
  ['a declaration', 'useRead(getOrder, { id }, { every: POLL.often })'],
  [
    'as long as something moves',
    'useRead(getOrder, { id }, { every: ({ state }) => (moves(state.data) ? POLL.often : false) })',
  ],
  ['the cache itself', "import { useQueryClient } from '@tanstack/react-query'\naskAgain(queries, [getOrder])"],
  ['a number that says something else', 'useRead(getOrder, { id }, { every: POLL.often, staleTime: 60_000 })'],
])('fine: %s', (_, code) => expect(at('web/care/queries.ts', code)).toEqual([]))

test('keys are made in one place, and tests may play with them', () => {
  const key = "import { useQuery } from '@tanstack/react-query'\nconst o = { queryKey: [name] }"
  expect(at('ui/client/reads/use-read.ts', key)).toEqual([])
  expect(at('web/care/queries.test.ts', key)).toEqual([])
  expect(at('server/care/routes.ts', key)).toEqual([])
})
