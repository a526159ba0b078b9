import { expect, test } from 'vitest'
import { tallyPlaywright, tallyVitest } from './reports.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((status) => ({ fullName: 'books', status })),
})
const spec = (title: string, status: string, expectedStatus = 'passed') => ({
  title,
  tests: [{ status, expectedStatus }],
})

test('each test counts once, and a skipped test counts as neither passed nor failed', () => {
  const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed', 'failed')] }
  expect(tallyVitest(report)).toEqual({ passed: 2, failed: 2, skipped: 1, flaky: [] })
})

test('a file that fails before its first test counts as a failure', () => {
  expect(tallyVitest({ testResults: [file('failed')] })).toMatchObject({ passed: 0, failed: 1 })
})

test('a test that passed on retry counts as passed and is named', () => {
  const assertionResults = [{ fullName: 'books', status: 'passed', failureMessages: ['expected 1 to be 2'] }]
  expect(tallyVitest({ testResults: [{ status: 'passed', assertionResults }] })).toMatchObject({
    passed: 1,
    flaky: ['books'],
  })
})

const journeys = (...specs: ReturnType<typeof spec>[]) => ({ specs })

test('journeys count through their nested suites', () => {
  const suites = [{ ...journeys(spec('books', 'expected')), suites: [journeys(spec('pays', 'unexpected'))] }]
  expect(tallyPlaywright({ suites })).toMatchObject({ passed: 1, failed: 1 })
})

test('a journey that did not run counts as a failure, a skipped one does not', () => {
  const suites = [journeys(spec('books', 'skipped'), spec('pays', 'skipped', 'skipped'))]
  expect(tallyPlaywright({ suites })).toMatchObject({ failed: 1, skipped: 1 })
})

test('a journey that passed on retry counts as passed and is named', () => {
  expect(tallyPlaywright({ suites: [journeys(spec('calls', 'flaky'))] })).toMatchObject({
    passed: 1,
    flaky: ['calls'],
  })
})

test('a system that did not start counts as a failure even without a single journey', () => {
  expect(tallyPlaywright({ errors: [{ message: 'no server' }] })).toMatchObject({ passed: 0, failed: 1 })
})
