import { afterAll, vi } from 'vitest'
import { testWorld, type World } from './test-world.ts'

// What a test file says at its top: `const world = await fileWorld()`. It is there before the first test and gone after the
// last; made in a hook it could be no constant. `server/checkout` has richer ones that begin with this: `checkoutWorld`,
// `deskWorld`, `pixWorld`. A group of tests, whose body cannot wait, makes a `testWorld` in its own hooks.

/** A place that nobody has been to yet, for the tests of one file. */
export const fileWorld = (wish: Parameters<typeof testWorld>[0] = {}): Promise<World> =>
  testWorld({ demo: false, ...wish }).then(closing)

/** Closes it after the tests of this file; what was opened last, first. */
export function closing<T extends { close(): Promise<unknown> }>(thing: T): T {
  afterAll(() => thing.close())
  return thing
}

/** One whose log is heard and not shown. */
export async function heardWorld(): Promise<{ world: World; lines: string[] }> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  afterAll(() => write.mockRestore())
  return { world: await fileWorld({ env: { LOG_LEVEL: 'info' } }), lines }
}

/** What simulators of providers were to do wrong is over. */
export const endFaults = ({ simulatorsUrl }: Pick<World, 'simulatorsUrl'>): Promise<unknown> =>
  fetch(`${simulatorsUrl}/simulators/faults`, { method: 'DELETE' })
