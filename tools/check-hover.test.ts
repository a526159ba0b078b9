import { expect, test } from 'vitest'
import { hoverProblems } from './check-hover.ts'

const found = (text: string) => hoverProblems([{ path: 'ui/Button/Button.module.css', text }])

test.each([
  ['a rule', '.a:hover {\n  color: red;\n}\n', 1],
  [
    'a rule in a layer',
    '@layer screens {\n  .a {\n    color: red;\n  }\n  .b:hover > .c {\n    color: red;\n  }\n}\n',
    5,
  ],
  ['a rule for wide screens', '@media (min-width: 960px) {\n  .a,\n  .b:hover {\n    color: red;\n  }\n}\n', 3],
  ['a nested rule', '.a {\n  &:hover {\n    color: red;\n  }\n}\n', 2],
  [
    'a rule after one for pointers',
    '@media (hover: hover) {\n  .a:hover {\n    color: red;\n  }\n}\n.b:hover {\n}\n',
    6,
  ],
  ['a rule for those who cannot hover', '@media (hover: none) {\n  .a:hover {\n    color: red;\n  }\n}\n', 2],
])('%s that lights up under a finger is found', (_, text, line) =>
  expect(found(text)).toEqual([`ui/Button/Button.module.css:${line} has :hover outside of @media (hover: hover)`]),
)

test.each([
  ['a rule for pointers', '@media (hover: hover) {\n  .a:hover {\n    color: red;\n  }\n}\n'],
  [
    'one inside of more',
    '@layer x {\n  @media (hover: hover) {\n    .a:hover,\n    .b:hover {\n      color: red;\n    }\n  }\n}\n',
  ],
  ['a comment', '/* .a:hover {} */\n.a {\n  color: red;\n}\n'],
])('%s passes', (_, text) => expect(found(text)).toEqual([]))

test('what is not a style is not read', () =>
  expect(hoverProblems([{ path: 'web/x.ts', text: "const a = '.a:hover {'" }])).toEqual([]))
