import { beforeEach, describe, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../booking/test-people.ts'
import {
  bookConsultation,
  cancelAtDesk,
  cancelTestBooking,
  insertStaffFor,
  rescheduleTestBooking,
  type TestBooking,
} from '../care/test-booked.ts'
import { createCheckoutContext } from '../checkout/test-checkout.ts'
import { defaultNotificationSettings, saveNotificationSettings } from './choice/notification-store.ts'
import { enqueueCareNotification } from './outbox-store.ts'
import { createNotificationHelpers } from './test-notifications.ts'

let ana: TestPatient
const { sendCall, sentTo, another } = createNotificationHelpers(() => context)

const { context, product } = await createCheckoutContext()
beforeEach(async () => {
  ana = await newPatient(context)
  // The whole day except one minute, which is never the current one.
  const minute = (at: number) => new Date(at).toISOString().slice(11, 16)
  const quiet = { from: minute(Date.now() - 120_000), until: minute(Date.now() - 180_000) }
  await saveNotificationSettings(context.db, ana.accountId, { ...defaultNotificationSettings, quiet, timeZone: 'UTC' })
})

/** What has reached the patient since `before`, after a worker sent everything due. */
async function newOnes(at: TestBooking, before: number): Promise<string[]> {
  await sendCall(at)
  return (await sentTo(at)).map(({ channel }) => channel).slice(before)
}

describe('quiet hours', () => {
  test('a booking is confirmed at once to the patient who has just made it', async () => {
    expect((await newOnes(await bookConsultation(context, product, ana), 0)).sort()).toEqual(['email', 'sms'])
  })

  test('a move or cancellation by the patient is confirmed at once too', async () => {
    const at = await bookConsultation(context, product, ana)
    await sendCall(at)
    await rescheduleTestBooking(context, at, await another(at))
    expect(await newOnes(at, 2)).not.toEqual([])
    const before = (await sentTo(at)).length
    await cancelTestBooking(context, at)
    expect(await newOnes(at, before)).not.toEqual([])
  })

  test('a change by the clinic waits until morning', async () => {
    const at = await bookConsultation(context, product, ana)
    await sendCall(at)
    expect((await cancelAtDesk(context, at, await insertStaffFor(context, at.clinicianId))).status).toBe(204)
    expect(await newOnes(at, 2)).toEqual([])
  })

  test('the confirmation of a payment that took hours waits until morning', async () => {
    const at = await bookConsultation(context, product, ana)
    await context.db`update care_order set created_at = created_at - interval '2 hours'`
    await context.db`delete from notification where consultation_id = ${at.consultationId}`
    await context.db.begin((tx) =>
      enqueueCareNotification(tx, { consultationId: at.consultationId }, 'booked', { asked: true }),
    )
    expect(await newOnes(at, 0)).toEqual([])
  })
})
