import { defineConfig } from 'vitest/config'

const filesIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A shared machine may be busy with something else: slow is not wrong.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: filesIn('core', 'content', 'twins', 'ui', 'web', 'desk', 'native', 'tools') },
      },
      // The only ones that need a database: it starts when one of them runs.
      { extends: true, test: { name: 'server', include: filesIn('server'), globalSetup: 'tools/vitest-postgres.ts' } },
    ],
  },
})
