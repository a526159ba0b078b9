import { defineConfig } from 'vitest/config'

const filesIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)
/** What puts a module in the place of one that others import, or hears what others say (tools/alone.test.ts). */
const ALONE = '**/*.alone.*test.{ts,tsx}'

// Files that follow each other in a worker share what they import: loading it anew for each was half of the work.
const together = { isolate: false, setupFiles: 'tools/vitest-together.ts' }

export default defineConfig({
  test: {
    maxWorkers: 3,
    // A shared machine may be busy with something else: slow is not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes within a second or not at all; the limit tells the two apart on any machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: filesIn('core', 'content', 'twins', 'ui', 'web', 'desk', 'native', 'tools'),
          exclude: ['**/node_modules/**', ALONE],
          ...together,
        },
      },
      // Below `.cache` lies a copy of the checkout, with faults in it (decision 0073).
      { extends: true, test: { name: 'alone', include: [ALONE], exclude: ['**/node_modules/**', '.cache/**'] } },
      // The only ones that need a database and the built apps: both are made when one of them runs.
      {
        extends: true,
        test: {
          name: 'server',
          include: filesIn('server'),
          globalSetup: ['tools/vitest-built.ts', 'tools/vitest-postgres.ts'],
          ...together,
        },
      },
    ],
  },
})
