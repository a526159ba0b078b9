import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { zoneAtNoon } from '@cuida/core/kit/test-zone.ts'
import { localTime, weekdayOf } from '@cuida/core/kit/zone.ts'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient } from '../test-people.ts'

const context = await createTestContext()
const found = context.services.content.product('general-consultation', 'en')
if (!found) throw new Error('there is nothing that is open day and night')
const product = found
const clinician = await insertClinician(context, { products: [product.id] })
// Whenever this runs, today has hours before and after now.
const zone = zoneAtNoon()
await context.db`update clinician set time_zone = ${zone} where id = ${clinician.clinicianId}`
await insertClinician(context, { products: ['skin'] })
beforeEach(async () => {
  await context.db`update consultation set status = 'CLOSED' where status = 'QUEUED'`
  await context.db`delete from clinician_hours where clinician_id = ${clinician.clinicianId}`
  await isThere(true)
})

const forecast = async () => {
  // As a browser hears it a second later.
  await new Promise((resolve) => setTimeout(resolve, 1_001))
  return (await context.sendCall(getForecast, { slug: product.slug })).body
}
const isThere = (is: boolean) => context.db`
  update session set last_seen_at = now() - make_interval(mins => ${is ? 0 : 20}) where id = ${clinician.sessionId}`
const waits = async (productId: string) =>
  insertConsultation(context, { patientId: (await insertPatient(context)).patientId, productId })
/** Works today, from so many minutes from now on. */
async function worksIn(minutes: number): Promise<Date> {
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + minutes * 60_000)
  const { day, time } = localTime(zone, at)
  await context.db`
    insert into clinician_hours (clinician_id, weekday, starts, ends)
    values (${clinician.clinicianId}, ${weekdayOf(day)}, ${time}, '23:59')`
  return at
}

test('grows with those who wait for the same clinicians, and with nobody else [C10.4]', async () => {
  const alone = await forecast()
  expect(alone).toMatchObject({ wait: { from: 0 }, from: null, closed: false })
  await waits('skin')
  expect(await forecast()).toEqual(alone)
  for (let at = 0; at < 3; at++) await waits(product.id)
  expect((await forecast()).wait?.from).toBeGreaterThan(alone.wait?.to ?? 0)
})

test('while nobody is at a desk says from when on somebody is due, or nothing', async () => {
  await isThere(false)
  expect(await forecast()).toEqual({ wait: null, from: null, answerBy: null, closed: true })
  const at = await worksIn(2)
  expect((await forecast()).from?.slice(0, 16)).toBe(at.toISOString().slice(0, 16))
})

test('whose hours have begun is expected now', async () => {
  await isThere(false)
  await worksIn(-3)
  expect(await forecast()).toMatchObject({ wait: null, from: null, answerBy: expect.any(String), closed: false })
})

test('of a product that is not offered nothing is said', async () =>
  expect(await context.sendCall(getForecast, { slug: 'no-such-product' })).toMatchObject({
    status: 404,
    body: { code: 'PRODUCT_NOT_FOUND' },
  }))
