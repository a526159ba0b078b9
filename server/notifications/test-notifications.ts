import type { NotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { SentMessage } from '@cuida/simulators/kit/outbox.ts'
import { listOfferedTimes, productFor, type TestPatient } from '../booking/test-people.ts'
import { bookConsultation, setStartIn, type TestBooking } from '../care/test-booked.ts'
import { jobHandlers } from '../jobs.ts'
import type { TestContext } from '../testing/test-context.ts'
import type { NotificationType } from './notification.ts'

/** Sends the due notifications of this type as a worker does. */
export async function sendDueNotifications(
  { db, services }: Pick<TestContext, 'db' | 'services'>,
  type: NotificationType,
): Promise<void> {
  const rows = await db<{ id: string }[]>`
    select id from notification where type = ${type} and done_at is null order by created_at`
  for (const { id } of rows) await jobHandlers(services).sendNotification({ notificationId: id })
}

/** Actions of notification tests: book, and read what the patient received. */
export function createNotificationHelpers(context: () => TestContext) {
  const kinds = async (at: TestBooking): Promise<NotificationKind[]> => {
    const rows = await context().db<{ kind: NotificationKind }[]>`
      select type as kind from notification where consultation_id = ${at.consultationId} order by created_at, type`
    return rows.map(({ kind }) => kind)
  }
  /** Sends what is due as a worker does. */
  async function sendCall(at: TestBooking, { services }: Pick<TestContext, 'services'> = context()): Promise<void> {
    const rows = await context().db<{ id: string }[]>`
      select id from notification where consultation_id = ${at.consultationId} and done_at is null order by created_at`
    for (const { id } of rows) await jobHandlers(services).sendNotification({ notificationId: id })
  }
  async function sentTo({ patient }: Pick<TestBooking, 'patient'>): Promise<SentMessage[]> {
    const [account] = await context().db`select phone, email from account where id = ${patient.accountId}`
    const box = async (to: string) =>
      (await (
        await fetch(`${context().simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(to)}`)
      ).json()) as SentMessage[]
    return [...(await box(account?.phone)), ...(await box(account?.email))]
  }
  const textsTo = async (at: TestBooking) => (await sentTo(at)).filter(({ channel }) => channel !== 'email')
  const plan = (provider: string, fault: string, times = 1) =>
    fetch(`${context().simulatorsUrl}/simulators/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider, fault, times }),
    })
  /** A booking made long ago that starts in `seconds`. */
  async function bookedFor(seconds: number, patient: TestPatient): Promise<TestBooking> {
    const at = await bookConsultation(context(), await productFor(context(), 'scheduled'), patient)
    await setStartIn(context(), at, seconds)
    await context().db`update slot_hold set locked_at = clock_timestamp() - interval '3 days'
      where id = (select slot_hold_id from consultation where id = ${at.consultationId})`
    await context().db`delete from notification where consultation_id = ${at.consultationId}`
    return at
  }
  async function another(at: TestBooking): Promise<{ startTime: string; endTime: string }> {
    const time = (await listOfferedTimes(context(), at.clinicianId, await productFor(context(), 'scheduled'))).at(-1)
    if (!time) throw new Error('the clinician has no free slot')
    return time
  }
  return { kinds, sendCall, sentTo, textsTo, plan, bookedFor, another }
}
