import { rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { cancelForClinic, reassign } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { expect, test } from 'vitest'
import { listOfferedTimes, newClinician } from '../../booking/test-people.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { defaultNotificationSettings, saveNotificationSettings } from '../../notifications/choice/notification-store.ts'
import { createNotificationHelpers } from '../../notifications/test-notifications.ts'
import {
  bookConsultation,
  cancelAtDesk,
  cancelTestBooking,
  insertStaffFor,
  rescheduleTestBooking,
  type TestBooking,
} from '../test-booked.ts'
import { insertClinician } from '../test-people.ts'

const { context, product } = await createCheckoutContext()
const { sendCall, sentTo } = createNotificationHelpers(() => context)
const manager = await insertClinician(context, { isClinician: false })
await context.db`update staff set role = 'clinical-manager', clinician_id = null where id = ${manager.staffId}`

async function sequenceOf({ consultationId: id, patient: { patientId, token } }: TestBooking): Promise<unknown> {
  return (await context.sendCall(getConsultation, { patientId, id }, { token })).body.calendarSequence
}
async function another({ clinicianId }: Pick<TestBooking, 'clinicianId'>, index = -1) {
  const time = (await listOfferedTimes(context, clinicianId, product)).at(index)
  if (!time) throw new Error('the clinician has no free slot')
  return time
}
async function moveAtDesk(at: TestBooking, staff: { token: string } = manager): Promise<void> {
  const input = { id: at.consultationId, ...(await another(at)), reason: 'The clinician is ill' }
  expect((await context.sendCall(rescheduleBooked, input, { token: staff.token })).status).toBe(200)
}

test('a booking starts with sequence 0', async () =>
  expect(await sequenceOf(await bookConsultation(context, product))).toBe(0))

test.each<[string, (at: TestBooking) => Promise<unknown>]>([
  ['the patient moves it', async (at) => rescheduleTestBooking(context, at, await another(at))],
  ['a manager moves it', (at) => moveAtDesk(at)],
  ['its clinician moves it', async (at) => moveAtDesk(at, await insertStaffFor(context, at.clinicianId))],
  [
    'a manager reassigns it to a colleague at the same time',
    async (at) => {
      const clinicianId = await newClinician(context, product)
      await insertStaffFor(context, clinicianId)
      const input = { ids: [at.consultationId], clinicianId, reason: 'ABSENT' as const }
      expect((await context.sendCall(reassign, input, { token: manager.token })).body.results).toMatchObject([
        { problem: null },
      ])
    },
  ],
  ['the patient cancels it', (at) => cancelTestBooking(context, at)],
  ['its clinician cancels it', async (at) => cancelAtDesk(context, at, await insertStaffFor(context, at.clinicianId))],
  [
    'a manager cancels it',
    (at) => context.sendCall(cancelForClinic, { ids: [at.consultationId], reason: 'ABSENT' }, { token: manager.token }),
  ],
])('the sequence rises by one when %s', async (_, act) => {
  const at = await bookConsultation(context, product)
  await act(at)
  expect(await sequenceOf(at)).toBe(1)
})

test('a change that does not affect the calendar event leaves the sequence', async () => {
  const at = await bookConsultation(context, product)
  await context.db`update consultation set confirmed_start = starts_at, here_at = now(), starts_at = starts_at
    where id = ${at.consultationId}`
  expect(await sequenceOf(at)).toBe(0)
})

test('the calendar files in the e-mails about moves and the cancellation replace each other', async () => {
  const at = await bookConsultation(context, product)
  // Quiet hours would delay the e-mail about a move at night until the morning.
  await saveNotificationSettings(context.db, at.patient.accountId, { ...defaultNotificationSettings, quiet: null })
  await sendCall(at)
  await moveAtDesk(at)
  await sendCall(at)
  await rescheduleTestBooking(context, at, await another(at, -3))
  await sendCall(at)
  await cancelTestBooking(context, at)
  await sendCall(at)
  const files = (await sentTo(at)).flatMap(({ calendar }) => (calendar ? [calendar] : [])).reverse()
  const linesOf = (name: string) => files.map((file) => new RegExp(`^${name}:(\\S+)`, 'm').exec(file)?.[1])
  expect(linesOf('SEQUENCE')).toEqual(['0', '1', '2', '3'])
  expect(new Set(linesOf('UID')).size).toBe(1)
  expect(linesOf('METHOD')).toEqual(['REQUEST', 'REQUEST', 'REQUEST', 'CANCEL'])
  expect(linesOf('STATUS').at(-1)).toBe('CANCELLED')
})
