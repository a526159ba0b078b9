/** Mutation tests: `npm run test:mutation -- [FOLDER …]` (decision 0161). @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // A mutant of a constant or schema is active while modules load, so every test would have to run for it.
  ignoreStatic: true,
  // An emptied SQL text always fails, and an emptied member of a union does not compile.
  mutator: { excludedMutations: ['StringLiteral'] },
  disableTypeChecks: false,
  // StrykerJS would rewrite tsconfig.json with an API that TypeScript 7 does not have.
  tsconfigFile: '',
  concurrency: 2,
  timeoutMS: 30_000,
  ignorePatterns: ['.cache', '.data', 'dist', 'docs', 'e2e', 'native', '*.png'],
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  reporters: ['clear-text', 'html', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
}
