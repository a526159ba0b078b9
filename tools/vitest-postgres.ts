import { temporaryPostgres } from './temporary-postgres.ts'

let stop = async () => {}

/** Tests find their server's address in TEST_DATABASE_URL: the caller's, or one of this run's own. */
export async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  const database = await temporaryPostgres()
  process.env.TEST_DATABASE_URL = database.url
  stop = database.stop
}

export const teardown = (): Promise<void> => stop()
