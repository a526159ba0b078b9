import type { BrowserContext } from '@playwright/test'
import { notifyChanged } from '../server/kit/db/changes.ts'
import { connect } from '../server/kit/db/db.ts'

/**
 * Moves the start of every booked consultation to now: a journey cannot wait for it, and the lead time is half an
 * hour.
 */
export async function moveStartsToNow(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  const moved = await db<{ id: string }[]>`
    update consultation set starts_at = now() + interval '1 minute', ends_at = now() + interval '31 minutes'
    where type = 'scheduled' and status = 'QUEUED' returning id`
  // Sends the change event, because a desk that has loaded its queue would keep the old time.
  await notifyChanged(db, ['queue', ...moved.map(({ id }) => `consultation:${id}`)])
  await db.end()
}

/**
 * Replaces the clock of these pages with one that the journey controls. The pages are blank meanwhile: a running page
 * could read a clock of 1970 and detect inactivity.
 */
export async function installPageClock(context: BrowserContext): Promise<void> {
  const pageUrls = context.pages().map((page) => [page, page.url()] as const)
  await Promise.all(pageUrls.map(([page]) => page.goto('about:blank')))
  await context.clock.install()
  await Promise.all(pageUrls.map(([page, url]) => page.goto(url)))
}
