import { afterAll, vi } from 'vitest'
import { startTestContext, type TestContext } from './test-context.ts'

// Every test file starts with `const context = await createTestContext()`: the context exists before the first test
// and is closed after the last. `server/checkout` has richer ones built on this: `createCheckoutContext`,
// `createDeskContext`, `createPixContext`. A `describe`, whose body cannot await, calls `startTestContext` in its
// hooks.

/** An empty context for the tests of one file. */
export const createTestContext = (input: Parameters<typeof startTestContext>[0] = {}): Promise<TestContext> =>
  startTestContext({ demo: false, ...input }).then(closeAfterTests)

/** Closes it after the tests of this file, in reverse order of opening. */
export function closeAfterTests<T extends { close(): Promise<unknown> }>(thing: T): T {
  afterAll(() => thing.close())
  return thing
}

/** A context whose log lines are captured, not printed. */
export async function createLoggedTestContext(): Promise<{ context: TestContext; lines: string[] }> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  afterAll(() => write.mockRestore())
  return { context: await createTestContext({ env: { LOG_LEVEL: 'info' } }), lines }
}

/** Ends all fault injection of the simulators. */
export const endFaults = ({ simulatorsUrl }: Pick<TestContext, 'simulatorsUrl'>): Promise<unknown> =>
  fetch(`${simulatorsUrl}/simulators/faults`, { method: 'DELETE' })
