import { expect, test } from 'vitest'
import { failedFiles, failedJourneys, tallyPlaywright, tallyVitest } from './reports.ts'

const file = (status: string, ...tests: string[]) => named('one.test.ts', status, ...tests)
const named = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((status) => ({ status })),
})
const spec = (title: string, status: string, expectedStatus = 'passed') => ({
  title,
  tests: [{ status, expectedStatus }],
})

test('each test counts once; one skipped on purpose counts as neither', () => {
  const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed', 'failed')] }
  expect(tallyVitest(report)).toEqual({ passed: 2, failed: 2, skipped: 1, flaky: [] })
})

test('a file that breaks before its first test is a failure', () => {
  expect(tallyVitest({ testResults: [file('failed')] })).toMatchObject({ passed: 0, failed: 1 })
})

test('a file that passes in its second go counts as it stands then, and is named', () => {
  const first = {
    testResults: [named('a', 'passed', 'passed'), named('b', 'failed', 'passed', 'failed'), named('c', 'failed')],
  }
  expect(failedFiles(first)).toEqual(['b', 'c'])
  const second = { testResults: [named('b', 'passed', 'passed', 'passed'), named('c', 'failed', 'failed', 'passed')] }
  expect(tallyVitest(first, second)).toEqual({ passed: 4, failed: 1, skipped: 0, flaky: ['b'] })
})

const journeys = (title: string, ...specs: ReturnType<typeof spec>[]) => ({ title, specs })

test('journeys count through their nested suites', () => {
  const suites = [
    { ...journeys('a.spec.ts', spec('books', 'expected')), suites: [journeys('es', spec('pays', 'unexpected'))] },
  ]
  expect(tallyPlaywright({ suites })).toMatchObject({ passed: 1, failed: 1 })
})

test('a journey that was to run and did not is a failure, one skipped on purpose is not', () => {
  const suites = [journeys('a.spec.ts', spec('books', 'skipped'), spec('pays', 'skipped', 'skipped'))]
  expect(tallyPlaywright({ suites })).toMatchObject({ failed: 1, skipped: 1 })
})

test('a journey that passed on a second try passes and is named', () => {
  expect(tallyPlaywright({ suites: [journeys('a.spec.ts', spec('calls', 'flaky'))] })).toMatchObject({
    passed: 1,
    flaky: ['calls'],
  })
})

test('a file of journeys that passes in its second go counts as it stands then, and is named', () => {
  const first = {
    suites: [
      journeys('a.spec.ts', spec('books', 'expected')),
      journeys('b.spec.ts', spec('pays', 'unexpected'), spec('leaves', 'skipped')),
      journeys('c.spec.ts', spec('calls', 'unexpected')),
    ],
  }
  expect(failedJourneys(first)).toEqual(['b.spec.ts', 'c.spec.ts'])
  const second = {
    suites: [
      journeys('b.spec.ts', spec('pays', 'expected'), spec('leaves', 'expected')),
      journeys('c.spec.ts', spec('calls', 'unexpected')),
    ],
  }
  expect(tallyPlaywright(first, second)).toEqual({ passed: 3, failed: 1, skipped: 0, flaky: ['b.spec.ts'] })
})

test('a system that did not start is a failure even without a single journey', () => {
  expect(tallyPlaywright({ errors: [{ message: 'no server' }] })).toMatchObject({ passed: 0, failed: 1 })
  expect(tallyPlaywright({ suites: [] }, { errors: [{ message: 'no server' }] })).toMatchObject({ failed: 1 })
})
