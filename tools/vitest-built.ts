import { buildStale } from './builds.ts'

/** The server answers with pages: its tests ask for them, so the apps are built before the first one. */
export const setup = (): Promise<void> => buildStale()
