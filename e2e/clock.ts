import type { BrowserContext } from '@playwright/test'
import { notifyChanged } from '../server/kit/db/changes.ts'
import { connect } from '../server/kit/db/db.ts'

/** Lets the hour of every booked consultation come: a journey cannot wait for it, and the lead time is half an hour. */
export async function letTheHourCome(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  const moved = await db<{ id: string }[]>`
    update consultation set starts_at = now() + interval '1 minute', ends_at = now() + interval '31 minutes'
    where type = 'scheduled' and status = 'QUEUED' returning id`
  // As a change of the time is told: a desk that has read its queue already would remember the one of before.
  await notifyChanged(db, ['queue', ...moved.map(({ id }) => `consultation:${id}`)])
  await db.end()
}

/**
 * From here on time in these pages passes as a journey says. They leave while their clock is exchanged: one that is at work
 * may read a clock of 1970 in that moment, and think that nobody was seen since.
 */
export async function takeTheClock(context: BrowserContext): Promise<void> {
  const places = context.pages().map((page) => [page, page.url()] as const)
  await Promise.all(places.map(([page]) => page.goto('about:blank')))
  await context.clock.install()
  await Promise.all(places.map(([page, url]) => page.goto(url)))
}
