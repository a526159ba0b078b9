import type { StaffNewsKind } from '@cuida/core/news/staff/staff-news.ts'
import type { Sent } from '@cuida/simulators/kit/outbox.ts'
import { sweepStaffNews } from '../../care/sharing/staff-watch.ts'
import type { TestClinician } from '../../care/test-people.ts'
import { jobHandlers } from '../../jobs.ts'
import type { World } from '../../testing/test-world.ts'

/** What tests of staff news do: let the minute pass, look as two workers, tell as two workers, read what came. */
export function staffBench(world: () => World) {
  const minute = () => world().db`update staff_news_look set due_at = clock_timestamp()`
  const compare = () => Promise.all([sweepStaffNews(world().services), sweepStaffNews(world().services)])
  async function tell(): Promise<void> {
    const rows = await world().db<
      { id: string }[]
    >`select id from notification where staff_id is not null and done_at is null order by created_at`
    const { sendNotification } = jobHandlers(world().services)
    for (const { id: notificationId } of rows)
      await Promise.all([sendNotification({ notificationId }), sendNotification({ notificationId })])
  }
  async function pass(): Promise<void> {
    await minute()
    await compare()
    await tell()
  }
  async function kindsOf({ staffId }: TestClinician): Promise<StaffNewsKind[]> {
    const rows = await world().db<{ kind: StaffNewsKind }[]>`
      select substr(type, 7) as kind from notification where staff_id = ${staffId} order by created_at`
    return rows.map(({ kind }) => kind)
  }
  async function emailsTo({ staffId }: TestClinician): Promise<Sent[]> {
    const [staff] = await world().db`select email from staff where id = ${staffId}`
    return (
      await fetch(`${world().simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(staff?.email)}`)
    ).json() as Promise<Sent[]>
  }
  return { minute, compare, tell, pass, kindsOf, emailsTo }
}
