import { expect, test } from 'vitest'
import { literalProblems } from './check-literals.ts'

const found = (text: string) => literalProblems([{ path: 'web/care/states.tsx', text }]).join()

test.each([
  ['a literal spread into another', 'const a = { ...{ b: 1 }, c }', /spreads a literal object/],
  ['one with a type', 'const a = { ...({ b: 1 } as const), c }', /spreads a literal object/],
  ['one among attributes', 'const a = <Field {...{ label, hint }} />', /spreads a literal object/],
  ['a hole', 'const [, go] = useLocation()', /leaves a hole/],
  ['a hole further on', 'const [a, , c] = parts', /leaves a hole/],
  ['a hole in a parameter', 'facts.filter(([, fact]) => fact)', /leaves a hole/],
  ['two constants in one line', 'const [a, b] = [1, 2]', /packs several declarations/],
  ['two of a type', 'const [a, b]: number[] = [1, 2]', /packs several declarations/],
  ['two by name', 'const { a, b } = { a: 1, b: 2 }', /packs several declarations/],
  ['two assignments', '[a, b] = [next(), last()]', /packs several assignments/],
])('refused: %s', (_, code, problem) => expect(found(code)).toMatch(problem))

test.each([
  ['a member that is there only if it is known', 'const a = { ...(b === undefined ? {} : { b }), c }'],
  ['a member that is there only on a condition', 'const a = { ...(isOpen && { b }), c }'],
  ['an object that has a name', 'const a = { ...START, c }'],
  ['what is skipped has a name', 'const [_path, go] = useLocation()'],
  ['a list that was made elsewhere', 'const [a, b] = text.split(" ")'],
  ['a list of what something yields', 'const [a, b] = [...carts.values()]'],
  ['several promises at once', 'const [a, b] = await Promise.all([one(), two()])'],
  ['a swap', '[a, b] = [b, a]'],
  ['lists in a row', 'const LOOKS = ["a", ...["b", "c"]]'],
])('fine: %s', (_, code) => expect(found(code)).toBe(''))
