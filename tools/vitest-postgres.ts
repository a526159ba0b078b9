import { startTemporaryPostgres } from './temporary-postgres.ts'

let stop = async () => {}

/** Sets TEST_DATABASE_URL for the tests: the caller's server, or one of this run. */
export async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  const database = await startTemporaryPostgres()
  process.env.TEST_DATABASE_URL = database.url
  stop = database.stop
}

export const teardown = (): Promise<void> => stop()
