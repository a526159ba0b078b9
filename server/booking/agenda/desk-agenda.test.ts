import { getAgenda, setHours } from '@cuida/core/booking/agenda/agenda-api.ts'
import { dayAfter, localTime } from '@cuida/core/kit/zone.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { listOfferedTimes, lockTestSlot, newCart, newClinician, newPatient, productFor } from '../test-people.ts'

let id: string
const today = localTime('UTC', new Date()).day
const tomorrow = dayAfter(today)
const reason = 'The clinician asked for it by phone'

const context = await createTestContext()
const product = await productFor(context, 'scheduled')
const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
beforeEach(async () => {
  id = await newClinician(context, product, { starts: '09:00', ends: '14:00' })
})

const set = (more: object, token = manager.token) =>
  context.sendCall(setHours, { id, day: tomorrow, hours: [], reason, ...more }, { token })
async function dayOf(date: string) {
  const { body } = await context.sendCall(getAgenda, { from: today }, { token: manager.token })
  return body.clinicians.find((each) => each.id === id)?.days.find((each) => each.date === date)
}
async function booked() {
  const patient = await newPatient(context)
  const sessionKey = await newCart(context, patient, product)
  const [time] = await listOfferedTimes(context, id, product)
  if (!time) throw new Error('the clinician has no free slot')
  await lockTestSlot(context, patient, { id, productId: product.id, sessionKey, ...time })
  await context.db`update slot_hold set state = 'booked', expires_at = null where clinician_id = ${id}`
  return time
}

describe('hours of a day', () => {
  test('the weekly hours apply until they are changed for the day', async () => {
    expect(await dayOf(tomorrow)).toEqual({
      date: tomorrow,
      isException: false,
      holds: [],
      hours: [{ starts: '09:00', ends: '14:00' }],
    })
  })
  test('other hours can apply to one day only, and patients are offered what is left', async () => {
    const hours = [
      { starts: '10:00', ends: '11:00' },
      { starts: '16:00', ends: '17:00' },
    ]
    expect((await set({ hours })).status).toBe(204)
    expect(await dayOf(tomorrow)).toMatchObject({ hours, isException: true })
    expect((await dayOf(dayAfter(tomorrow)))?.isException).toBe(false)
    expect((await listOfferedTimes(context, id, product, 1))[0]?.startTime).toContain('T10:00')
  })
  test('a day can be closed, and get its weekly hours back', async () => {
    await set({ hours: [] })
    expect(await listOfferedTimes(context, id, product, 1)).toEqual([])
    await set({ hours: null })
    expect(await dayOf(tomorrow)).toMatchObject({ hours: [{ starts: '09:00', ends: '14:00' }], isException: false })
  })
  test('a change of a weekday applies to all coming weeks', async () => {
    await set({ hours: [{ starts: '20:00', ends: '24:00' }], weekly: true })
    const next = await context.sendCall(getAgenda, { from: dayAfter(today, 7) }, { token: manager.token })
    const day = next.body.clinicians.find((each) => each.id === id)?.days[1]
    expect(day?.hours).toEqual([{ starts: '20:00', ends: '24:00' }])
  })
})

describe('bookings in the agenda', () => {
  test('a booking is shown on its day', async () => {
    const time = await booked()
    const expectedHolds = [{ ...time, state: 'booked', consultationId: null, booked: null }]
    expect((await dayOf(tomorrow))?.holds).toEqual(expectedHolds)
    // A week that begins on that day shows the booking there and on no other day.
    const week = await context.sendCall(getAgenda, { from: tomorrow }, { token: manager.token })
    expect(week.body.clinicians.find((each) => each.id === id)?.days.flatMap(({ holds }) => holds)).toEqual(
      expectedHolds,
    )
  })
  test('bookings within the new hours do not block the change', async () => {
    await booked()
    expect((await set({ hours: [{ starts: '09:00', ends: '12:00' }] })).status).toBe(204)
    const [row] = await context.db`select detail from audit where subject_id = ${id}`
    expect(JSON.parse(row?.detail).booked).toBe(0)
  })
  test.each([false, true])(
    'bookings outside the new hours are reported first, and nothing changes (weekly: %s)',
    async (weekly) => {
      const time = await booked()
      const { status, body } = await set({ hours: [], weekly })
      expect([status, body]).toEqual([409, expect.objectContaining({ code: 'HAS_BOOKINGS' })])
      expect(body).toMatchObject({ bookings: [{ ...time, state: 'booked' }] })
      expect((await dayOf(tomorrow))?.hours).toEqual([{ starts: '09:00', ends: '14:00' }])
    },
  )
  test('bookings stay when the hours are changed all the same', async () => {
    const time = await booked()
    expect((await set({ hours: [], anyway: true })).status).toBe(204)
    expect(await dayOf(tomorrow)).toMatchObject({ hours: [], holds: [{ ...time, state: 'booked' }] })
  })
})

describe('access to agendas', () => {
  test('a clinician sees and changes their own agenda only', async () => {
    const clinician = await insertClinician(context)
    const { body } = await context.sendCall(getAgenda, { from: today }, { token: clinician.token })
    expect(body.clinicians.map((each) => each.id)).toEqual([clinician.clinicianId])
    expect((await set({ id: clinician.clinicianId }, clinician.token)).status).toBe(204)
    const others = await set({}, clinician.token)
    expect([others.status, others.body]).toMatchObject([404, { code: 'CLINICIAN_NOT_FOUND' }])
  })
  test('a colleague who is neither manager nor clinician sees no agenda', async () => {
    const { token } = await insertClinician(context, { isClinician: false })
    const { status, body } = await context.sendCall(getAgenda, { from: today }, { token })
    expect([status, body]).toEqual([200, { clinicians: [] }])
  })
  test('each change is audited with its reason', async () => {
    await set({ hours: [] })
    const [row] = await withReasons(
      context.db,
      context.db`select act, subject_kind, reason, detail from audit where subject_id = ${id}`,
    )
    expect(row).toMatchObject({ act: 'agenda', subject_kind: 'clinician', reason })
    expect(JSON.parse(row?.detail)).toEqual({ day: tomorrow, weekly: false, hours: [], booked: 0 })
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })
})

describe('refusals', () => {
  test('HOURS_OVERLAP', async () => {
    const hours = [
      { starts: '09:00', ends: '12:00' },
      { starts: '11:59', ends: '14:00' },
    ]
    expect((await set({ hours })).body).toMatchObject({ code: 'HOURS_OVERLAP' })
  })
  test('CLINICIAN_NOT_FOUND', async () => {
    const nobody = await set({ id: '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10' })
    expect(nobody.body).toMatchObject({ code: 'CLINICIAN_NOT_FOUND' })
  })
})
