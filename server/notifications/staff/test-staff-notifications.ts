import type { StaffNotificationKind } from '@cuida/core/notifications/staff/staff-notifications.ts'
import type { SentMessage } from '@cuida/simulators/kit/outbox.ts'
import { detectStaffChanges } from '../../care/sharing/staff-change-detector.ts'
import type { TestClinician } from '../../care/test-people.ts'
import { jobHandlers } from '../../jobs.ts'
import type { TestContext } from '../../testing/test-context.ts'

/** Helpers for tests of staff notifications: let the minute pass, detect and send in two workers, read what arrived. */
export function createStaffNotificationHelpers(context: () => TestContext) {
  const minute = () => context().db`update staff_change_check set due_at = clock_timestamp()`
  const compare = () => Promise.all([detectStaffChanges(context().services), detectStaffChanges(context().services)])
  async function sendCall(): Promise<void> {
    const rows = await context().db<
      { id: string }[]
    >`select id from notification where staff_id is not null and done_at is null order by created_at`
    const { sendNotification } = jobHandlers(context().services)
    for (const { id: notificationId } of rows)
      await Promise.all([sendNotification({ notificationId }), sendNotification({ notificationId })])
  }
  async function pass(): Promise<void> {
    await minute()
    await compare()
    await sendCall()
  }
  async function kindsOf({ staffId }: TestClinician): Promise<StaffNotificationKind[]> {
    const rows = await context().db<{ kind: StaffNotificationKind }[]>`
      select substr(type, 7) as kind from notification where staff_id = ${staffId} order by created_at`
    return rows.map(({ kind }) => kind)
  }
  async function emailsTo({ staffId }: TestClinician): Promise<SentMessage[]> {
    const [staff] = await context().db`select email from staff where id = ${staffId}`
    return (
      await fetch(`${context().simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(staff?.email)}`)
    ).json() as Promise<SentMessage[]>
  }
  return { minute, compare, sendCall, pass, kindsOf, emailsTo }
}
