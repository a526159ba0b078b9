import { defineConfig } from 'vitest/config'
import whole from '../../vitest.config.ts'

// What `npm run bite` runs: the tests of one area. Database and builds are made once, before any of them.
const tests: string[] = JSON.parse(process.env.BITE_TESTS ?? '[]')
const alone = '**/*.alone.*test.{ts,tsx}'
const project = (name: string, exclude: string[], more: object) => ({
  extends: true as const,
  test: { name, include: tests, exclude: ['**/node_modules/**', ...exclude], ...more },
})

export default defineConfig({
  test: {
    ...whole.test,
    runner: 'tools/bite/whole-files.ts',
    // A fault may be that what is waited for never comes.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      project('together', [alone], { isolate: false, setupFiles: 'tools/vitest-together.ts' }),
      project('alone', [], { include: tests.map((glob) => glob.replace('*.test', '*.alone.*test')) }),
    ],
  },
})
