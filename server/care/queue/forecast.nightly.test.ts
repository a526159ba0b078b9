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
// A time zone in which it is noon, so that today has hours before and after now.
const zone = zoneAtNoon()
await context.db`update clinician set time_zone = ${zone} where id = ${clinician.clinicianId}`
await insertClinician(context, { products: ['skin'] })
beforeEach(async () => {
  await context.db`update consultation set status = 'CLOSED' where status = 'QUEUED'`
  await context.db`delete from clinician_hours where clinician_id = ${clinician.clinicianId}`
  await isThere(true)
})

const forecast = async () => {
  // A second later, when the cached on-duty state has expired.
  await new Promise((resolve) => setTimeout(resolve, 1_001))
  return (await context.sendCall(getForecast, { slug: product.slug })).body
}
const isThere = (is: boolean) => context.db`
  update session set last_seen_at = now() - make_interval(mins => ${is ? 0 : 20}) where id = ${clinician.sessionId}`
const waits = async (productId: string) =>
  insertConsultation(context, { patientId: (await insertPatient(context)).patientId, productId })
/** Gives the clinician working hours today, from `minutes` from now. */
async function worksIn(minutes: number): Promise<Date> {
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + minutes * 60_000)
  const { day, time } = localTime(zone, at)
  await context.db`
    insert into clinician_hours (clinician_id, weekday, starts, ends)
    values (${clinician.clinicianId}, ${weekdayOf(day)}, ${time}, '23:59')`
  return at
}

test('the forecast grows with patients of the same clinicians only [C10.4]', async () => {
  const alone = await forecast()
  expect(alone).toMatchObject({ wait: { from: 0 }, from: null, closed: false })
  await waits('skin')
  // Not `answerBy`, which moves on with the clock in steps of five minutes.
  expect((await forecast()).wait).toEqual(alone.wait)
  for (let at = 0; at < 3; at++) await waits(product.id)
  expect((await forecast()).wait?.from).toBeGreaterThan(alone.wait?.to ?? 0)
})

test('while nobody is at a desk, the forecast says when a clinician is due, or nothing', async () => {
  await isThere(false)
  expect(await forecast()).toEqual({ wait: null, from: null, answerBy: null, closed: true })
  const at = await worksIn(2)
  expect((await forecast()).from?.slice(0, 16)).toBe(at.toISOString().slice(0, 16))
})

test('a clinician whose working hours have begun is expected now', async () => {
  await isThere(false)
  await worksIn(-3)
  expect(await forecast()).toMatchObject({ wait: null, from: null, answerBy: expect.any(String), closed: false })
})

test('a product that is not offered has no forecast', async () =>
  expect(await context.sendCall(getForecast, { slug: 'no-such-product' })).toMatchObject({
    status: 404,
    body: { code: 'PRODUCT_NOT_FOUND' },
  }))
