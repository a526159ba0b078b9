import { expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { Clinician } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { capture } from './screens.ts'
import { STAFF } from './staff.ts'

const system = ownSystem('vida-ligera')

const MANAGER = STAFF.laura
const PRODUCT = 'general-consultation'
const LAPTOP = { width: 1280, height: 800 }

interface Held {
  url: string
  startTime: string
  give: () => Promise<void>
}

/** Another patient takes the second free slot of this calendar through the API. */
async function takenElsewhere(page: Page, index: number): Promise<Held> {
  const [_whole, clinicianId = ''] = page.url().match(/\/clinician\/([^/]+)/) ?? []
  const send = async (path: string, body: unknown) => {
    const reply = await fetch(`${system.url}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.ok).toBe(true)
    return reply.status === 204 ? null : reply.json()
  }
  const startTime = (await page.locator('button[aria-pressed] time').nth(index).getAttribute('datetime')) ?? ''
  const products = (await (await fetch(`${system.url}/api/products?pagination[pageSize]=100`)).json()) as {
    data: { id: number; attributes: { slug: string; durationMinutes: number } }[]
  }
  const product = products.data.find(({ attributes }) => attributes.slug === PRODUCT)
  const productId = String(product?.id)
  const { sessionKey } = await send('/cart', { productId })
  const endTime = new Date(Date.parse(startTime) + (product?.attributes.durationMinutes ?? 0) * 60_000).toISOString()
  const hold = { productId, startTime, endTime, sessionKey }
  await send(`/schedule/clinician/${clinicianId}/lock`, hold)
  return {
    url: clinicianId,
    startTime,
    give: async () => void (await send(`/schedule/clinician/${clinicianId}/unlock`, { sessionKey })),
  }
}

test('an answer that may be an emergency shows the emergency number first, and a watched slot is taken by another patient [B2.28]', async ({
  browser,
}) => {
  const messages = messagesOf('es')
  const context = await browser.newContext({ locale: 'es-ES', timezoneId: 'Europe/Madrid' })
  const page = await context.newPage()
  const patient = new Patient(page, messages, system.url, 'calendar-es')
  await page.goto(`${system.url}/products/${PRODUCT}/questions?mode=later`)
  await page.waitForSelector('html[data-ready]')

  await page.getByRole('main').getByRole('checkbox').first().check()
  await patient.button('booking.next').click()
  await patient.see('booking.urgent.title')
  await expect(page.getByRole('dialog').getByRole('link')).toHaveAttribute('href', 'tel:112')
  await patient.capture('urgent')
  await patient.button('booking.urgent.goOn').click()
  await expect(page.getByText(/de 3/).first()).toBeVisible()
  const temperature = page.getByRole('heading', { level: 2, name: /temperatura/ })
  await expect(temperature).toBeHidden()
  await patient.tap(
    page
      .getByRole('radiogroup', { name: /fiebre/ })
      .getByRole('radio')
      .first(),
  )
  await expect(temperature).toBeVisible()
  await patient.answerQuestions()
  await patient.writeSummary('video')

  await expect(page).toHaveURL(/\/calendar/)
  await patient.chooseClinician()
  // Tomorrow, because today has too few slots in the evening.
  await page.getByRole('radio').nth(1).check({ force: true })
  const free = page.locator('button[aria-pressed]')
  await expect(free.nth(2)).toBeVisible({ timeout: 20_000 })
  const other = await takenElsewhere(page, 1)
  const takenSlot = page.locator('[data-state="taken"]', { has: page.locator(`time[datetime="${other.startTime}"]`) })
  await expect(takenSlot).toBeVisible({ timeout: 5_000 })
  await patient.capture('taken')
  await other.give()
  await expect(takenSlot).toBeHidden({ timeout: 5_000 })

  await free.nth(1).click()
  const rival = await takenElsewhere(page, 1)
  await patient.see('booking.calendar.notOffered')
  await rival.give()

  await free.first().click()
  await patient.button('booking.calendar.reserve').click()
  await expect(page).toHaveURL(/\/checkout/)
  const minutesLeft = async () => {
    const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
    const [row] = await db`
      select extract(epoch from expires_at - clock_timestamp())::int as left from slot_hold where state = 'held'`
    await db.end()
    return row?.left
  }
  expect(await minutesLeft()).toBeGreaterThan(500)
  await page.reload()
  await expect(patient.page.getByRole('timer')).toBeVisible()
  expect(await minutesLeft()).toBeGreaterThan(400)
  await page.goBack()
  await expect.poll(minutesLeft).toBeUndefined()
  await context.close()
})

test("a manager changes a day's working hours and sees its bookings before they are cut", async ({ browser }) => {
  const messages = messagesOf('es')
  const context = await browser.newContext({ locale: 'es-ES', timezoneId: 'Europe/Madrid', viewport: LAPTOP })
  const page = await context.newPage()
  await new Clinician(page, messages, system.url, 'calendar-desk').signIn(MANAGER)
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  const [booked] = await db`
    with somebody as (insert into cart (key_hash, product_id) values ('e2e', '1') returning id),
      clinic as (
        select id, name, date_trunc('day', now() at time zone time_zone) at time zone time_zone as today
        from clinician where name like '%Vidal%'),
      claim as (
        insert into slot_hold (clinician_id, cart_id, starts_at, ends_at, during, state)
        select c.id, s.id, t, t + interval '20 minutes', tstzrange(t, t + interval '20 minutes'), 'booked'
        from clinic c, somebody s, lateral (select c.today + interval '8 days 10 hours' as t) as at)
    select name from clinic`
  await db.end()
  await page.getByRole('link', { name: messages.text('desk.agenda.title') }).click()
  await expect(page.getByRole('heading', { name: messages.text('desk.agenda.title') })).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(booked?.name) })
  const bookedSlot = row.locator('[data-state="booked"]')
  await expect(row).toBeVisible()
  for (let week = 0; week < 5 && (await bookedSlot.count()) === 0; week++) {
    const loaded = page.waitForResponse(/\/v1\/desk\/agenda/)
    await page.getByRole('button', { name: messages.text('ui.calendar.later') }).click()
    await loaded
    await page.waitForTimeout(200)
  }
  await capture(page, 'calendar-desk-agenda')
  await row
    .getByRole('cell')
    .filter({ has: page.locator('[data-state="booked"]') })
    .getByRole('button')
    .first()
    .press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(messages.text('desk.agenda.hours'), { exact: true }).fill('9-14')
  await dialog.getByLabel(messages.text('desk.people.reason'), { exact: true }).fill('Congreso toda la jornada')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: messages.text('desk.agenda.save'), exact: true }).click()
  await expect(dialog.getByText(messages.text('desk.agenda.hours.wrong'))).toBeVisible()
  await dialog.getByLabel(messages.text('desk.agenda.hours'), { exact: true }).fill('')
  await dialog.getByRole('button', { name: messages.text('desk.agenda.save'), exact: true }).click()
  await expect(dialog.getByText(messages.text('desk.agenda.booked'))).toBeVisible()
  await capture(page, 'calendar-desk-booked')
  await dialog.getByRole('button', { name: messages.text('desk.agenda.saveAnyway') }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByText(messages.text('desk.agenda.exception')).first()).toBeVisible()
  await expect(bookedSlot.first()).toBeVisible()
  await context.close()
})

test('a patient who phones the clinic finds the offered slot in the app and books it', async ({ browser }) => {
  const messages = messagesOf('es')
  const [cast] = PEOPLE
  if (!cast) throw new Error('nobody plays')
  const clinic = await browser.newContext({ locale: 'es-ES', timezoneId: 'Europe/Madrid', viewport: LAPTOP })
  const desk = await clinic.newPage()
  await new Clinician(desk, messages, system.url, 'calendar-desk').signIn(cast.clinician)
  await desk.getByRole('link', { name: messages.text('desk.agenda.title') }).click()
  const dialog = desk.getByRole('dialog')
  const monday = desk.getByRole('button', { name: messages.pattern('desk.agenda.change') }).first()
  const before = (await monday.textContent()) ?? ''
  // A key pressed while a week loads is kept and opens the day of that week.
  const { promise: isDue, resolve: letCome } = Promise.withResolvers<void>()
  await desk.route(/\/v1\/desk\/agenda\?/, async (route) => {
    await isDue
    await route.continue()
  })
  await desk.getByRole('button', { name: messages.text('ui.calendar.later') }).press('Enter')
  await monday.press('Enter')
  await capture(desk, 'calendar-desk-coming')
  await expect(dialog).toHaveCount(0)
  letCome()
  await expect(dialog).toBeVisible()
  expect(before).not.toContain(await dialog.getByRole('heading').textContent())
  await desk.keyboard.press('Escape')
  await expect(monday).toBeFocused()
  const plus = desk.getByRole('button', { name: messages.pattern('desk.agenda.offer.on') }).first()
  await plus.press('Enter')
  const save = dialog.getByRole('button', { name: messages.text('desk.agenda.offer.save') })
  await save.click()
  await expect(dialog.getByText(messages.text('desk.agenda.offer.phone.missing')).first()).toBeVisible()
  await dialog.getByLabel(messages.text('desk.agenda.offer.phone'), { exact: true }).fill('699 99 99 99')
  const time = dialog.getByLabel(messages.text('desk.agenda.move.time'), { exact: true })
  await time.selectOption({ index: 1 })
  const selectedTime = (await time.locator('option:checked').textContent()) ?? ''
  await save.click()
  await expect(dialog.getByText(messages.text('desk.error.NUMBER_NOT_FOUND'))).toBeVisible()
  await capture(desk, 'calendar-desk-keep')
  await dialog.getByLabel(messages.text('desk.agenda.offer.phone'), { exact: true }).fill(NEWCOMER.typed)
  await save.click()
  await expect(desk.getByText(messages.pattern('desk.agenda.offer.done'))).toBeVisible()
  await clinic.close()

  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es-ES' }), messages, system.url)
  const page = await patientBrowser.signIn(NEWCOMER.typed)
  await page.goto(`${system.url}/waitlist`)
  const take = page.getByRole('button', { name: messages.text('booking.sooner.take').replace('{time}', selectedTime) })
  await expect(take).toBeVisible()
  await capture(page, 'calendar-es-kept')
  await take.click()
  // The questions come first, and the slot stays held.
  const patient = new Patient(page, messages, system.url, 'calendar-es-kept')
  await expect(page).toHaveURL(/\/questions/)
  await patient.answerQuestions()
  await patient.writeSummary('video')
  await expect(page).toHaveURL(/\/checkout/)
  await expect(patient.page.getByRole('timer')).toBeVisible()
  await expect(page.getByText(selectedTime).first()).toBeVisible()
  await patientBrowser.context.close()
})
