/** What a tool's JSON report says. Flaky tests passed, but on a second try. */
export interface Tally {
  passed: number
  failed: number
  /** Skipped on purpose; neither. */
  skipped: number
  flaky: string[]
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

/** The files in which something failed, be it before their first test: a hook is not tried again by itself. */
export const failedFiles = ({ testResults }: VitestReport): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)

/** Vitest's `--reporter=json`, and that of a second go of the files that failed, where there was one. */
export function tallyVitest(first: VitestReport, second: VitestReport = { testResults: [] }): Tally {
  const again = new Set(second.testResults.map(({ name }) => name))
  const kept = first.testResults.filter(({ name }) => !again.has(name))
  const flaky = second.testResults.filter(({ status }) => status === 'passed').map(({ name }) => name)
  return { ...tallyFiles([...kept, ...second.testResults]), flaky }
}

/** A file that failed before its first test counts as one failure. */
function tallyFiles(testResults: VitestReport['testResults']): Omit<Tally, 'flaky'> {
  const tests = testResults.flatMap((file) => file.assertionResults.map(({ status }) => status))
  const broken = testResults.filter((file) => file.status === 'failed' && !hasFailure(file)).length
  const passed = tests.filter((status) => status === 'passed').length
  const failed = tests.filter((status) => status === 'failed').length
  return { passed, failed: failed + broken, skipped: tests.length - passed - failed }
}

const hasFailure = (file: VitestReport['testResults'][number]) =>
  file.assertionResults.some(({ status }) => status === 'failed')

interface PlaywrightSuite {
  /** Of a file: its path below the folder of the journeys. */
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { status: string; expectedStatus: string }[] }[]
}
interface PlaywrightReport {
  suites?: PlaywrightSuite[]
  /** What went wrong outside of a test, as in a server that did not start. */
  errors?: unknown[]
}

/** The files of journeys in which something that was to pass did not. */
export const failedJourneys = ({ suites = [] }: PlaywrightReport): string[] =>
  suites.filter((suite) => tallySuites([suite]).failed > 0).map(({ title }) => title)

/** Playwright's `--reporter=json`, and that of a second go of the files that failed, each by itself. */
export function tallyPlaywright(first: PlaywrightReport, second: PlaywrightReport = {}): Tally {
  const again = second.suites ?? []
  const kept = (first.suites ?? []).filter(({ title }) => !again.some((suite) => suite.title === title))
  const tally = tallySuites([...kept, ...again])
  tally.flaky.push(...again.filter((suite) => tallySuites([suite]).failed === 0).map(({ title }) => title))
  if (first.errors?.length || second.errors?.length) tally.failed++
  return tally
}

/** A test that was to run and did not counts as a failure. */
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
