import { readdirSync } from 'node:fs'
import { partnersFolder } from '@cuida/content/bundle.ts'
import { login, loginMfa } from '@cuida/core/access/api.ts'
import { staffLogin, staffMe, verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPhoto } from '../access/photo/draw-photo.ts'
import { readSentCode } from '../access/test-people.ts'
import { startTestContext, type TestContext } from '../testing/test-context.ts'
import type { Demo } from './demo-shape.ts'
import { loadDemo } from './load.ts'

describe.each(readdirSync(partnersFolder))('the demo of %s', (partner) => {
  let context: TestContext
  let demo: Demo
  beforeAll(async () => {
    context = await startTestContext({ partner, demo: false })
    demo = context.services.bundle?.demo ?? { clinicians: [], staff: [], companies: [], promoCodes: [], patients: [] }
    const loads = await Promise.all(
      Array.from({ length: 4 }, () => loadDemo({ ...context.services, photoDrawer: { draw: drawPhoto } })),
    )
    expect(loads.filter(Boolean)).toHaveLength(1)
  })
  afterAll(() => context.close())

  const count = async (table: string) => (await context.db.unsafe(`select count(*)::int as n from ${table}`))[0]?.n

  test('the demo is loaded once when four programs start together', async () => {
    expect(demo.clinicians.length).toBeGreaterThan(0)
    expect(await count('clinician')).toBe(demo.clinicians.length)
    expect(await count('staff')).toBe(demo.staff.length)
    expect(await count('account')).toBe(demo.patients.length)
    expect(await loadDemo(context.services)).toBe(false)
    expect(await count('staff')).toBe(demo.staff.length)
  })

  test('every clinician has a photo, each with an address of its own', async () => {
    const rows = await context.db`select photo_url from clinician`
    expect(new Set(rows.map(({ photo_url }) => photo_url)).size).toBe(demo.clinicians.length)
    for (const { photo_url } of rows) {
      const { statusCode, headers } = await context.app.inject({ url: `${photo_url}/320.avif` })
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/avif'])
    }
  })

  test('its patients can sign in and see their family', async () => {
    for (const { phone, password, firstName, dependants } of demo.patients) {
      const first = (await context.sendCall(login, { identifier: phone, password })).body
      const second =
        'mfa' in first
          ? (
              await context.sendCall(
                loginMfa,
                { code: await readSentCode(context, phone) },
                { token: first.accessToken },
              )
            ).body
          : first
      const { body } = await context.sendCall(me, {}, { token: second.accessToken })
      expect(body).toMatchObject({ firstName, phone: { number: phone } })
      expect(body.dependants.map((child) => child.firstName)).toEqual(dependants.map((child) => child.firstName))
    }
  })

  test('its staff can sign in at the desk with the printed secret', async () => {
    for (const { email, password, totpSecret, role, clinicianId } of demo.staff) {
      const token = (await context.sendCall(staffLogin, { email, password })).body.accessToken
      const code = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate()
      const { body } = await context.sendCall(verifyStaffTotp, { code }, { token })
      expect((await context.sendCall(staffMe, {}, { token: body.accessToken })).body).toMatchObject({
        email,
        role,
        clinicianId,
      })
    }
  })

  test('its clinicians have working hours and existing products', async () => {
    const rows = await context.db`
      select c.id, count(distinct p.product_id)::int as products, count(distinct h.weekday)::int as days
      from clinician c left join clinician_product p on p.clinician_id = c.id left join clinician_hours h on h.clinician_id = c.id
      group by c.id`
    const ids = context.services.content.products('en').map(({ id }) => id)
    const productRows = await context.db`select distinct product_id as id from clinician_product`
    for (const { products, days } of rows) expect(Math.min(products, days)).toBeGreaterThan(0)
    for (const { id } of productRows) expect(ids).toContain(id)
  })

  test('its history is consistent', async () => {
    const pastEntries = demo.patients.flatMap(({ pastConsultations }) => pastConsultations)
    expect(await count('consultation')).toBe(pastEntries.length)
    expect(await count("consultation where status = 'CLOSED'")).toBe(pastEntries.filter(({ notes }) => notes).length)
    expect(await count('note')).toBe(pastEntries.filter(({ notes }) => notes).length)
    expect(await count("care_order where status <> 'ACTIVE'")).toBe(0)
    expect(await count('consultation where starts_at > now()')).toBe(0)
  })
})
