import { defineConfig } from 'vitest/config'

const filesIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`)
/** Files that mock a module or leave messages loaded run isolated (tools/alone.test.ts). */
const ALONE = '**/*.alone.*test.{ts,tsx}'
/** Tests that need no DOM. */
export const WITHOUT_DOM = ['{ui,web,desk}/**/*.node.test.ts']

/** `npm test` sets TEST_GATE and leaves out the files and the tests that take long; otherwise all run. */
const isGate = Boolean(process.env.TEST_GATE)
/** What no project runs. */
const excluded = ['**/node_modules/**', '.cache/**', ...(isGate ? ['**/*.nightly.test.ts'] : [])]

// Files that follow each other in a worker share what they import: loading it anew for each was half of the work.
const together = { isolate: false, setupFiles: 'tools/vitest-together.ts' }
export const dom = {
  environment: './tools/vitest-happy-dom.ts',
  environmentOptions: { happyDOM: { url: 'https://cuida.test/' } },
  setupFiles: ['tools/vitest-together.ts', 'ui/testing/setup-dom.ts'],
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
          include: [...filesIn('core', 'content', 'twins', 'native', 'tools'), ...WITHOUT_DOM],
          exclude: [...excluded, ALONE],
          ...together,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: filesIn('ui', 'web', 'desk'),
          exclude: [...excluded, ALONE, ...WITHOUT_DOM],
          ...together,
          ...dom,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom-isolated',
          include: [`{ui,web,desk}/${ALONE}`],
          exclude: [...excluded, ...WITHOUT_DOM],
          ...dom,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['{ui,web,desk}/**/*.alone.node.test.ts', `{core,content,twins,native,tools}/${ALONE}`],
          exclude: excluded,
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
          ...together,
        },
      },
    ],
  },
})
