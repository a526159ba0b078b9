import { expect, test } from 'vitest'
import { messageBudget } from './message-budget.ts'

const spent = (budget: ReturnType<typeof messageBudget>, times: number, now: number) =>
  Array.from({ length: times }, () => budget.spend(now)).filter(Boolean).length

test('200 messages at once are heard, the 201st is not', () => expect(spent(messageBudget(0), 201, 0)).toBe(200))

test('a second brings 50 more', () => {
  const budget = messageBudget(0)
  spent(budget, 200, 0)
  expect(spent(budget, 60, 1_000)).toBe(50)
})

test('a long silence brings no more than a burst', () => {
  const budget = messageBudget(0)
  expect(spent(budget, 300, 3_600_000)).toBe(200)
})

test('50 a second may go on for ever', () => {
  const budget = messageBudget(0)
  const heard = Array.from({ length: 600 }, (_, second) => spent(budget, 50, second * 1_000))
  expect(heard.every((count) => count === 50)).toBe(true)
})
