import { defineConfig } from 'vitest/config'

const filesIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)
/** Tests that need no DOM. */
export const WITHOUT_DOM = ['{ui,web,desk}/**/*.node.test.ts']

/** `npm test` sets TEST_GATE and leaves out the files and the tests that take long; otherwise all run. */
const isGate = Boolean(process.env.TEST_GATE)
/** What no project runs. */
const excluded = ['**/node_modules/**', '.cache/**', ...(isGate ? ['**/*.nightly.test.ts'] : [])]

// The files of a worker share the packages that they import; loading these anew for each file was half of the work.
// Modules of the product are evaluated anew for each file (vitest-reset), but for the server's, which take a second.
const shared = { isolate: false, setupFiles: ['tools/vitest-restore.ts'] }
const reset = { isolate: false, setupFiles: ['tools/vitest-reset.ts', ...shared.setupFiles] }
export const dom = {
  environment: './tools/vitest-happy-dom.ts',
  environmentOptions: { happyDOM: { url: 'https://cuida.test/' } },
  setupFiles: [...reset.setupFiles, 'ui/testing/setup-dom.ts'],
}

export default defineConfig({
  test: {
    tags: [{ name: 'nightly', description: 'takes too long for the gate' }],
    ...(isGate && { tagsFilter: ['!nightly'] }),
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
          include: [...filesIn('core', 'content', 'simulators', 'native', 'tools'), ...WITHOUT_DOM],
          exclude: excluded,
          ...reset,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: filesIn('ui', 'web', 'desk'),
          exclude: [...excluded, ...WITHOUT_DOM],
          ...reset,
          ...dom,
        },
      },
      // The only ones that need a database and the built apps: both are made when one of them runs.
      {
        extends: true,
        test: {
          name: 'server',
          include: filesIn('server'),
          exclude: excluded,
          globalSetup: ['tools/vitest-built.ts', 'tools/vitest-postgres.ts'],
          ...shared,
        },
      },
    ],
  },
})
