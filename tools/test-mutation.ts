import { extname, join } from 'node:path'
import { main, ROOT, run } from './run.ts'

// npm run test:mutation -- [FOLDER …]: StrykerJS changes these folders or files and reports each change that no test notices.

/** Rules about money and slots, where an unnoticed change would harm a patient. */
const DEFAULT_FOLDERS = ['core/checkout', 'core/booking', 'core/consultation']
const NOT_MUTATED = ['!**/*.test.*', '!**/test-*', '!**/*-api.ts']

/** StrykerJS splits its patterns at commas, so a brace pattern is not possible. */
const filesIn = (path: string): string[] => (extname(path) ? [path] : [`${path}/**/*.ts`, `${path}/**/*.tsx`])

await main(async () => {
  const named = process.argv.slice(2)
  const folders = named.length > 0 ? named : DEFAULT_FOLDERS
  const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const args = [stryker, 'run', '--mutate', [...folders.flatMap(filesIn), ...NOT_MUTATED].join(',')]
  process.exitCode = (await run(process.execPath, args, { live: true })).code
})
