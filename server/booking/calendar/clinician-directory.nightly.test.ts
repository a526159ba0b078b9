import { randomUUID } from 'node:crypto'
import { getClinicianWeek, listClinicians } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'

// A new context for each test, because the directory is cached for a moment.
let context: TestContext
beforeEach(async () => {
  context = await startTestContext({ demo: false })
})
afterEach(() => context.close())

const clinicians = async (input: { page?: string; pageSize?: string } = {}, locale = 'es-ES') =>
  (await context.sendCall(listClinicians, input, { headers: { 'x-locale': locale } })).body
const week = (id: string) => context.sendCall(getClinicianWeek, { id }, { headers: { 'x-locale': 'es-ES' } })

async function scheduled(): Promise<{ id: string; slug: string; durationMinutes: number }[]> {
  const products = context.services.content.products('es-ES')
  return products.filter(({ scheduled, active }: { scheduled: boolean; active: boolean }) => scheduled && active)
}
/** A clinician who works all day, every day from `fromDay` days ahead. */
async function working(fromDay: number, products?: string[]): Promise<string> {
  const { clinicianId } = await insertClinician(context, products ? { products } : {})
  const id = clinicianId ?? ''
  for (const weekday of [1, 2, 3, 4, 5, 6, 7])
    await context.db`insert into clinician_hours values (${id}, ${weekday}, '00:00', '24:00')`
  await context.db`
    insert into clinician_exception (clinician_id, day)
    select ${id}, current_date - 1 + n from generate_series(0, ${fromDay}::int) n`
  return id
}

describe('the clinician directory', () => {
  test('the directory is empty without clinicians', async () =>
    expect(await clinicians()).toEqual({ items: [], page: 1, pageSize: 20, total: 0 }))

  test('the directory is paged and sorted by the first free time, clinicians without one last', async () => {
    const [product] = await scheduled()
    const laterClinician = await working(5, [product?.id ?? ''])
    const sooner = await working(1, [product?.id ?? ''])
    const never = (await insertClinician(context, { products: [product?.id ?? ''] })).clinicianId
    const all = await clinicians()
    expect(all.items.map(({ id }) => id)).toEqual([sooner, laterClinician, never])
    expect(all.items[2]?.nextFree).toBeNull()
    const second = await clinicians({ page: '2', pageSize: '2' })
    expect([second.items.map(({ id }) => id), second.total]).toEqual([[never], 3])
  })

  test('40 clinicians fill as many pages as they need', async () => {
    const [product] = await scheduled()
    for (let n = 0; n < 40; n++) await insertClinician(context, { products: [product?.id ?? ''] })
    const pages = [await clinicians(), await clinicians({ page: '2' }), await clinicians({ page: '3' })]
    expect(pages.map(({ items }) => items.length)).toEqual([20, 20, 0])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(40)
  })

  test('clinicians without a product on sale and blocked clinicians are left out', async () => {
    const [product] = await scheduled()
    await insertClinician(context, { products: [] })
    await insertClinician(context, { products: ['nothing'] })
    const { staffId } = await insertClinician(context, { products: [product?.id ?? ''] })
    await context.db`update staff set status = 'blocked' where id = ${staffId}`
    expect((await clinicians()).total).toBe(0)
  })

  test('each clinician is described in the reader’s language, with the first time for any of their products', async () => {
    const products = await scheduled()
    const id = await working(
      1,
      products.map((product) => product.id),
    )
    const [clinician] = (await clinicians({}, 'en')).items
    expect(clinician).toMatchObject({ id, name: 'Dra. Marta Ruiz', specialty: 'Nutrition', photoUrl: null })
    const { offers } = (await week(id)).body
    expect(new Set(products.map(({ durationMinutes }) => durationMinutes)).size).toBeGreaterThan(1)
    expect(clinician?.nextFree).toBe(offers[0]?.nextFree)
  })
})

describe('the week of a clinician', () => {
  test('the week has seven days in the clinic’s time zone, with the bookable products, soonest first', async () => {
    const products = await scheduled()
    const id = await working(
      0,
      products.map((product) => product.id),
    )
    const { status, body } = await week(id)
    expect(status).toBe(200)
    expect(body.timeZone).toBe('Europe/Madrid')
    expect(body.days).toHaveLength(7)
    expect(body.days.at(-1)?.hours).toEqual([{ starts: '00:00', ends: '24:00' }])
    expect(body.offers.map(({ slug }) => slug).sort()).toEqual(products.map(({ slug }) => slug).sort())
    const times = body.offers.map(({ nextFree }) => nextFree ?? '')
    expect(times).toEqual(times.toSorted())
  })

  test('a missing clinician and one without products are not found', async () => {
    const idle = (await insertClinician(context, { products: [] })).clinicianId ?? ''
    for (const id of [randomUUID(), idle])
      expect(await week(id)).toMatchObject({ status: 404, body: { code: 'CLINICIAN_NOT_FOUND' } })
  })
})
