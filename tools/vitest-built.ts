import { buildStale } from './builds.ts'

/** Server tests request pages, so the apps are built before the first test. */
export const setup = (): Promise<void> => buildStale()
