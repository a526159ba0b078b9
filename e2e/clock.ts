import { connect } from '../server/kit/db.ts'

/** Lets the hour of every booked consultation come: a journey cannot wait for it, and the lead time is half an hour. */
export async function letTheHourCome(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  await db`
    update consultation set starts_at = now() + interval '1 minute', ends_at = now() + interval '31 minutes'
    where type = 'scheduled' and status = 'QUEUED'`
  await db.end()
}
