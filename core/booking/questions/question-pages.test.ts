import { expect, test } from 'vitest'
import { questionPages } from './question-pages.ts'

const own = (key: string) => ({ key, samePage: false })
const same = (key: string) => ({ key, samePage: true })

test.each([
  ['each question has a page of its own', [own('a'), own('b')], ['a', 'b']],
  ['a question continues the page before it', [own('a'), same('b'), same('c'), own('d')], ['a b c', 'd']],
  ['the first question starts a page even when it was to continue one', [same('a'), same('b')], ['a b']],
  ['without questions there is no page', [], []],
])('%s', (_, questions, expected) =>
  expect(questionPages(questions).map((page) => page.map(({ key }) => key).join(' '))).toEqual(expected),
)
