import { TestRunner, type TestRunnerConfig } from 'vitest'

/**
 * Runs the files of the tests that the tester names, with all that is in them. A test may go on where the one above it ended, so
 * by itself it would fail whatever was planted, and the fault would pass for noticed.
 */
export default class WholeFiles extends TestRunner {
  constructor(config: TestRunnerConfig) {
    super({ ...config, testNamePattern: undefined })
  }
}
