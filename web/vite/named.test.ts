import { expect, test } from 'vitest'
import { anyOf, namesOfNothing, within } from './named.ts'

const modules = ['/x/web/access/sign-in/WelcomeScreen.tsx', '/x/ui/tokens/colours.css']

test('a file and a folder are found by their names', () => {
  expect(
    namesOfNothing([...within('web/access/sign-in', 'WelcomeScreen'), ...within('ui', 'tokens')], modules),
  ).toEqual([])
})

test('a name that moved is told, and so is one that only begins like another', () => {
  const named = [...within('web/access', 'WelcomeScreen'), ...within('ui', 'token')]
  expect(namesOfNothing(named, modules)).toEqual(['web/access/WelcomeScreen', 'ui/token'])
})

test('a group takes what one of its names means', () => {
  const group = anyOf(within('ui', 'tokens'), within('web/access/sign-in', 'WelcomeForm'))
  expect([...modules, 'C:\\x\\ui\\tokens\\a.css'].map(group)).toEqual([false, true, true])
})
