import { afterAll, vi } from 'vitest'
import { startTestContext, type TestContext } from './test-context.ts'

// What a test file says at its top: `const world = await createTestContext()`. It is there before the first test and gone after the
// last; made in a hook it could be no constant. `server/checkout` has richer ones that begin with this: `createCheckoutContext`,
// `createDeskContext`, `createPixContext`. A group of tests, whose body cannot wait, makes a `startTestContext` in its own hooks.

/** A place that nobody has been to yet, for the tests of one file. */
export const createTestContext = (input: Parameters<typeof startTestContext>[0] = {}): Promise<TestContext> =>
  startTestContext({ demo: false, ...input }).then(closeAfterTests)

/** Closes it after the tests of this file; what was opened last, first. */
export function closeAfterTests<T extends { close(): Promise<unknown> }>(thing: T): T {
  afterAll(() => thing.close())
  return thing
}

/** One whose log is heard and not shown. */
export async function createLoggedTestContext(): Promise<{ context: TestContext; lines: string[] }> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  afterAll(() => write.mockRestore())
  return { context: await createTestContext({ env: { LOG_LEVEL: 'info' } }), lines }
}

/** What simulators of providers were to do wrong is over. */
export const endFaults = ({ simulatorsUrl }: Pick<TestContext, 'simulatorsUrl'>): Promise<unknown> =>
  fetch(`${simulatorsUrl}/simulators/faults`, { method: 'DELETE' })
