/** What a tool's JSON report says. Flaky tests passed, but on a second try. */
export interface Tally {
  passed: number
  failed: number
  /** Skipped on purpose; neither. */
  skipped: number
  flaky: string[]
}

interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Vitest's `--reporter=json`. A file that failed before its first test counts as one failure. */
export function tallyVitest({ testResults }: VitestReport): Tally {
  const tests = testResults.flatMap((file) => file.assertionResults.map(({ status }) => status))
  const broken = testResults.filter((file) => file.status === 'failed' && !hasFailure(file)).length
  const passed = tests.filter((status) => status === 'passed').length
  const failed = tests.filter((status) => status === 'failed').length
  return { passed, failed: failed + broken, skipped: tests.length - passed - failed, flaky: [] }
}

const hasFailure = (file: VitestReport['testResults'][number]) =>
  file.assertionResults.some(({ status }) => status === 'failed')

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { status: string; expectedStatus: string }[] }[]
}
interface PlaywrightReport extends PlaywrightSuite {
  /** What went wrong outside of a test, as in a server that did not start. */
  errors?: unknown[]
}

/** Playwright's `--reporter=json`. A test that was to run and did not counts as a failure. */
export function tallyPlaywright(report: PlaywrightReport): Tally {
  const tally: Tally = { passed: 0, failed: report.errors?.length ? 1 : 0, skipped: 0, flaky: [] }
  for (const { title, tests } of specsOf(report)) {
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
