import { APP_NAMES, build, hasApp, isStale } from '../tools/builds.ts'

/** Once, before the journeys: two systems that start side by side must not build at once. */
export default async function buildApps(): Promise<void> {
  for (const app of APP_NAMES.filter(hasApp)) if (isStale(app)) await build(app)
}
