import { defineConfig } from 'vitest/config'

const filesIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    maxWorkers: 3,
    // A shared machine may be busy with something else: slow is not wrong.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: filesIn('core', 'content', 'twins', 'ui', 'web', 'desk', 'native', 'tools') },
      },
      // The only ones that need a database: it starts when one of them runs.
      // Files that follow each other share what they import: loading the server anew for each was half of the work.
      {
        extends: true,
        test: {
          name: 'server',
          include: filesIn('server'),
          globalSetup: 'tools/vitest-postgres.ts',
          isolate: false,
        },
      },
    ],
  },
})
