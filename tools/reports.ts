/** The counts of a tool's JSON report. Flaky tests passed on retry. */
export interface Tally {
  passed: number
  failed: number
  /** Skipped on purpose; neither passed nor failed. */
  skipped: number
  flaky: string[]
}

interface VitestReport {
  testResults: {
    status: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** Vitest's `--reporter=json`. A file that failed before its first test counts as one failure. */
export function tallyVitest({ testResults }: VitestReport): Tally {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const broken = testResults.filter((file) => file.status === 'failed' && !hasFailure(file)).length
  const passed = tests.filter(({ status }) => status === 'passed')
  const failed = tests.filter(({ status }) => status === 'failed').length
  // A passed test with failure messages needed a retry.
  const flaky = passed.filter(({ failureMessages = [] }) => failureMessages.length > 0).map(({ fullName }) => fullName)
  return { passed: passed.length, failed: failed + broken, skipped: tests.length - passed.length - failed, flaky }
}

const hasFailure = (file: VitestReport['testResults'][number]) =>
  file.assertionResults.some(({ status }) => status === 'failed')

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { status: string; expectedStatus: string }[] }[]
}
interface PlaywrightReport {
  suites?: PlaywrightSuite[]
  /** Errors outside of tests, such as a server that did not start. */
  errors?: unknown[]
}

/** Playwright's `--reporter=json`. */
export function tallyPlaywright({ suites = [], errors = [] }: PlaywrightReport): Tally {
  const tally = tallySuites(suites)
  return errors.length > 0 ? { ...tally, failed: tally.failed + 1 } : tally
}

/** A test that should have run and did not counts as a failure. */
function tallySuites(suites: PlaywrightSuite[]): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, flaky: [] }
  for (const { title, tests } of suites.flatMap(specsOf)) {
    for (const { status, expectedStatus } of tests) {
      if (status === 'expected' || status === 'flaky') tally.passed++
      else if (status === 'skipped' && expectedStatus === 'skipped') tally.skipped++
      else tally.failed++
      if (status === 'flaky') tally.flaky.push(title)
    }
  }
  return tally
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
]
