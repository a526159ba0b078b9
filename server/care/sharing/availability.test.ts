import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getAvailability, setAvailability } from '@cuida/core/care/sharing/availability.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient } from '../test-people.ts'

const context = await createTestContext()
const marta = await insertClinician(context)
const ana = await insertPatient(context)
const waiting = await insertConsultation(context, { patientId: ana.patientId })

const changeAvailability = (state: 'available' | 'paused' | 'off', minutes?: number, { token } = marta) =>
  context.sendCall(setAvailability, { state, ...(minutes === undefined ? {} : { minutes }) }, { token })
const fetchAvailability = async ({ token } = marta) => (await context.sendCall(getAvailability, {}, { token })).body
const wait = async (id = waiting, { patientId, token } = ana) =>
  (await context.sendCall(getConsultation, { patientId, id }, { token })).body.expectedWait
const age = (by: string) =>
  context.db`update staff set away_since = away_since - ${by}::interval, away_until = away_until - ${by}::interval`

describe('a clinician’s availability', () => {
  test('a paused clinician does not count for any wait until the pause ends by itself [B6.4]', async () => {
    expect(await wait()).not.toBeNull()
    const { body } = await changeAvailability('paused', 20)
    expect(Math.round((Date.parse(body.until ?? '') - Date.now()) / 60_000)).toBe(20)
    expect(await fetchAvailability()).toEqual(body)
    await expect.poll(() => wait()).toBeNull()
    await age('19 minutes 50 seconds')
    await context.db`select pg_notify('cuida_changes', 'queue')`
    await expect.poll(() => fetchAvailability()).toMatchObject({ state: 'paused' })
    await age('10 seconds')
    await context.db`select pg_notify('cuida_changes', 'queue')`
    await expect.poll(() => fetchAvailability()).toEqual({ state: 'available', until: null })
    await expect.poll(() => wait()).not.toBeNull()
  })

  test('an off clinician does not count for any wait until they are available or sign in again', async () => {
    await changeAvailability('off')
    await expect.poll(() => wait()).toBeNull()
    await changeAvailability('available')
    await expect.poll(() => wait()).not.toBeNull()
    await changeAvailability('off')
    await expect.poll(() => wait()).toBeNull()
    await context.db`insert into session (staff_id, created_at) values (${marta.staffId}, clock_timestamp())`
    await context.db`select pg_notify('cuida_changes', 'queue')`
    await expect.poll(() => fetchAvailability()).toMatchObject({ state: 'available' })
    await expect.poll(() => wait()).not.toBeNull()
  })

  test('a late appointment has no expected wait while its clinician is away', async () => {
    const eva = await insertClinician(context, { products: [] })
    const leo = await insertPatient(context)
    const booked = { clinicianId: eva.clinicianId, inMinutes: -5 }
    const late = await insertConsultation(context, { patientId: leo.patientId, booked })
    expect(await wait(late, leo)).not.toBeNull()
    await changeAvailability('paused', 5, eva)
    await expect.poll(() => wait(late, leo)).toBeNull()
    expect(await fetchAvailability()).toMatchObject({ state: 'available' })
  })
})

describe('refusals', () => {
  test.each([
    ['a pause without an end', 'paused', undefined, 'REQUIRED'],
    ['an end without a pause', 'off', 20, 'INVALID'],
  ] as const)('%s is refused', async (_, state, minutes, code) => {
    expect(await changeAvailability(state, minutes)).toMatchObject({ status: 400, body: { fields: { minutes: code } } })
  })

  test('a pause of less than 5 or more than 240 minutes is refused', async () => {
    const statuses = await Promise.all(
      [4, 5, 240, 241].map(async (minutes) => (await changeAvailability('paused', minutes)).status),
    )
    expect(statuses).toEqual([400, 200, 200, 400])
    await changeAvailability('available')
  })

  test('a manager who is no clinician has no availability to set', async () => {
    const boss = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    expect(await changeAvailability('off', undefined, boss)).toMatchObject({
      status: 403,
      body: { code: 'NOT_A_CLINICIAN' },
    })
    expect(await fetchAvailability(boss)).toEqual({ state: 'available', until: null })
  })
})
