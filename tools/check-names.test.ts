import { expect, test } from 'vitest'
import { nameProblems, retiredWords } from './check-names.ts'

const retired = retiredWords('# comment\ndeed\nkill point\n')
const found = (text: string, path = 'web/a.tsx') => nameProblems([{ path, text }], retired).length

test.each([
  ['an identifier', 'const deed = 1', 1],
  ['one part of an identifier', 'useDeed()', 1],
  ['a property', 'const a = { deed: 1 }', 1],
  ['an element', 'const a = <Deed />', 1],
  ['a constant of two parts', 'const KILL_POINT = 1', 1],
  ['two parts in camel case', 'killPointOf(x)', 1],
  ['another word that contains it', 'indeed(); killer.point', 0],
  ['a comment or a string', "// a deed\nconst a = 'deed'", 0],
])('a retired word in %s', (_, text, count) => expect(found(text)).toBe(count))

test('a retired word in a file name is reported', () => expect(found('', 'web/kit/kill-point.ts')).toBe(1))
