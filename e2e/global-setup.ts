import { buildStale } from '../tools/builds.ts'
import { newSecrets } from '../tools/secrets.ts'
import { temporaryPostgres } from '../tools/temporary-postgres.ts'
import { prepareTemplates } from './templates.ts'

/**
 * Once, before the journeys: two systems that start side by side must not build at once, and a database is prepared once
 * for each partner and copied from then on. Returns what ends it.
 */
export default async function prepareAll(): Promise<() => Promise<void>> {
  await buildStale()
  const { url, stop } = await temporaryPostgres()
  // The demo's second factors are sealed with these: who copies the database needs the same.
  Object.assign(process.env, newSecrets(), { E2E_DATABASE_URL: url })
  await prepareTemplates(url)
  return stop
}
