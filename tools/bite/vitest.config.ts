import { defineConfig } from 'vitest/config'
import whole, { dom, WITHOUT_DOM } from '../../vitest.config.ts'

// What `npm run bite` runs: the tests of one area. Database and builds are made once, before any of them.
const tests: string[] = JSON.parse(process.env.BITE_TESTS ?? '[]')
const alone = '**/*.alone.*test.{ts,tsx}'
const usesDom = (glob: string) => /^(ui|web|desk)\//.test(glob)
const project = (name: string, include: string[], exclude: string[], more: object) => ({
  extends: true as const,
  test: { name, include, exclude: ['**/node_modules/**', ...exclude], ...more },
})
const isolated = (globs: string[]) => globs.map((glob) => glob.replace('*.test', '*.alone.*test'))

export default defineConfig({
  test: {
    ...whole.test,
    runner: 'tools/bite/whole-files.ts',
    // A fault may be that what is waited for never comes.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      project(
        'together',
        tests.filter((it) => !usesDom(it)),
        [alone],
        {
          isolate: false,
          setupFiles: 'tools/vitest-together.ts',
        },
      ),
      project('alone', isolated(tests.filter((it) => !usesDom(it))), [], {}),
      project('dom', tests.filter(usesDom), [alone, ...WITHOUT_DOM], { isolate: false, ...dom }),
      project('dom-isolated', isolated(tests.filter(usesDom)), WITHOUT_DOM, dom),
    ],
  },
})
