import { existsSync, readdirSync } from 'node:fs'
import { openingState } from '@cuida/core/catalogue/hours.ts'
import { attendanceOf, openingWithAttendance } from '@cuida/core/consultation/attendance.ts'
import { describe, expect, test } from 'vitest'
import { loadPartner, partnersFolder } from './bundle.ts'
import { contentOfBundle } from './plugin.ts'
import { contentReader } from './reader.ts'

describe.each(readdirSync(partnersFolder))('%s [B1.12]', (partner) => {
  const bundle = loadPartner(partner)
  /** Requirements of a demo; a real clinic's bundle may have less, and its people are in the database. */
  const ofDemo = test.runIf(existsSync(`${partnersFolder}/${partner}/demo.json`))
  ofDemo('asks all five kinds of questions [B3.1]', async () => {
    const types = (await bundle).products.flatMap(({ symptomCollector }) => symptomCollector.map(({ type }) => type))
    expect(new Set(types)).toEqual(new Set(['multipleChoice', 'slider', 'text', 'yesNo', 'radio']))
  })
  ofDemo('has at least eight products in three categories', async () => {
    const { products } = await bundle
    expect(products.length).toBeGreaterThanOrEqual(8)
    expect(new Set(products.map(({ category }) => category)).size).toBeGreaterThanOrEqual(3)
  })
  test('the partner has each document of the specification, by its slug [A3.12]', async () => {
    expect((await bundle).policies.map(({ urlSlug }) => urlSlug).sort()).toEqual([
      ...['cancellation-policy', 'privacy-policy', 'subscription-terms-and-conditions'],
      ...['terms-and-conditions', 'terms-of-service'],
    ])
  })
  ofDemo('somebody can always be asked for now, at any hour of the week', async () => {
    const { products, config } = await bundle
    const onDemand = products.filter((product) => product.active && product.onDemand)
    for (let hour = 0; hour < 7 * 24; hour++) {
      const now = new Date(Date.UTC(2026, 10, 16, hour, 30))
      const open = onDemand.filter(({ workingHours }) => openingState(workingHours, config, now) === 'OPEN')
      expect(open.length, now.toISOString()).toBeGreaterThan(0)
    }
  })
  ofDemo('somebody offers every product, every day from 07:00 to 22:00', async () => {
    const { demo, products } = await bundle
    const tireless = demo?.clinicians.filter(({ products: slugs, weeklyHours }) => {
      const days = weeklyHours.filter(({ starts, ends }) => starts <= '07:00' && ends >= '22:00')
      return slugs.length === products.length && new Set(days.map(({ weekday }) => weekday)).size === 7
    })
    expect(tireless?.length).toBeGreaterThan(0)
  })
  ofDemo('of what can be asked for now somebody is due, at any hour of the week', { tags: ['nightly'] }, async () => {
    const { products, config, demo } = await bundle
    const { care } = config.partnerConfig
    const onDemand = products.filter((product) => product.active && product.onDemand)
    for (const { slug, workingHours: hours } of onDemand) {
      const clinicians = demo?.clinicians.filter((one) => one.products.includes(slug)) ?? []
      const attendances = clinicians.map(({ timeZone, weeklyHours: weekly }) => ({
        isSeen: false,
        away: null,
        booked: [],
        agenda: { timeZone, weekly, exceptions: [], holidays: [], bufferMinutes: 0 },
      }))
      const service = { ...config, hours, care }
      for (let hour = 0; hour < 7 * 24; hour++) {
        const now = new Date(Date.UTC(2026, 10, 16, hour, 30))
        const isOpen = openingWithAttendance(attendanceOf(attendances, service, now), service, now)
        expect(isOpen, `${slug} ${now.toISOString()}`).toBe(openingState(hours, config, now))
      }
    }
  })
  ofDemo('has its sign-ins of the demo', async () => {
    const { demo } = await bundle
    expect(demo?.patients).toHaveLength(2)
    expect(demo?.patients.every(({ password }) => password === 'Cuida-demo-1')).toBe(true)
    expect(demo?.patients[0]).toMatchObject({ dependants: { length: 2 }, company: demo?.companies[0]?.slug })
    expect(demo?.staff.some(({ role }) => role !== 'clinician')).toBe(true)
    const secrets = demo?.staff.map(({ totpSecret }) => totpSecret) ?? []
    expect(new Set(secrets).size).toBe(secrets.length)
  })
  ofDemo('its clinicians work only hours that exist, and rest in their breaks', async () => {
    for (const { name, weeklyHours } of (await bundle).demo?.clinicians ?? [])
      for (const { starts, ends } of weeklyHours) expect(starts < ends, name).toBe(true)
  })
  test('the bundle is served completely in each of its languages over HTTP [A1.3]', async () => {
    const { config, languages } = await bundle
    const content = contentReader(contentOfBundle(await bundle).source)
    for (const locale of [...config.languages, ...languages]) {
      expect((await content.config(locale)).partnerName).toBe(config.partnerName)
      expect((await content.config(locale)).holidays).toHaveLength(config.holidays.length)
      expect((await content.products(locale)).length).toBeGreaterThanOrEqual(8)
      expect((await content.policyDocument('privacy-policy', locale))?.section.length).toBeGreaterThanOrEqual(6)
      expect((await content.faqs(locale)).length).toBeGreaterThanOrEqual(10)
      expect((await content.courses(locale)).map(({ slug }) => slug)).toContain('welcome-kit')
      expect((await content.groups(locale)).length).toBeGreaterThan(0)
      expect((await content.webinars(locale)).length).toBeGreaterThan(0)
    }
  })
})
