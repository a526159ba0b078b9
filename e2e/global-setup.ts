import { buildStale } from '../tools/builds.ts'
import { newSecrets } from '../tools/secrets.ts'
import { startTemporaryPostgres } from '../tools/temporary-postgres.ts'
import { prepareTemplates } from './templates.ts'

/**
 * Runs once before the journeys: builds the apps, because concurrent systems must not build, and prepares a database
 * per partner, which journeys copy. Returns the teardown.
 */
export default async function prepareAll(): Promise<() => Promise<void>> {
  await buildStale()
  const { url, stop } = await startTemporaryPostgres()
  // The demo's second factors are encrypted with these secrets, so every copy needs the same ones.
  Object.assign(process.env, newSecrets(), { E2E_DATABASE_URL: url })
  await prepareTemplates(url)
  return stop
}
