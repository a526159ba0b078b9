import { type Browser, expect, type Page, test } from '@playwright/test'
import { readPdfLines } from '../server/kit/pdf/test-pdf.ts'
import { type BookedHour, bookSlot, remote } from './book-slot.ts'
import type { FakePhone } from './fake-phone.ts'
import { messagesOf } from './messages.ts'
import { type NativeApp, openApp, startNativeApp } from './native-app.ts'
import { HOLDER, NEWCOMER } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

/** What leaves the native app, whose page can neither download nor open a calendar. */
const HOST = 'https://vida-ligera.example'
const es = messagesOf('es')

let app: NativeApp
/** A paid booking some days ahead. */
let booked: BookedHour
test.beforeAll(async () => {
  app = await startNativeApp('vida-ligera')
  booked = await bookSlot(
    await remote(app.system.url, HOLDER.phone),
    'medical-weight-assessment',
    'Dra. Marta Vidal Costa',
  )
})
test.afterAll(() => app?.stop())

async function signIn(
  browser: Browser,
  settings: Partial<FakePhone['settings']> = {},
  { typed }: Pick<typeof HOLDER, 'typed'> = HOLDER,
) {
  const opened = await openApp(browser, app, settings)
  const { page } = opened
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill(typed)
  await page.getByLabel(es.text('access.welcome.password'), { exact: true }).fill('Cuida-demo-1')
  await page.getByRole('button', { name: es.text('access.welcome.signIn'), exact: true }).click()
  await expect(page).toHaveURL(/how-can-we-help/)
  return opened
}

const button = (page: Page, key: string) => page.getByRole('button', { name: es.text(key), exact: true })
const downloads = (page: Page): unknown[] => {
  const all: unknown[] = []
  page.on('download', (download) => all.push(download))
  return all
}
const onlyFile = ({ cache }: FakePhone): [name: string, content: Buffer] => {
  expect(cache.size).toBe(1)
  const [[path = '', data = ''] = []] = [...cache]
  return [path, Buffer.from(data, 'base64')]
}

async function openReceipt(page: Page, phone: FakePhone): Promise<void> {
  await phone.happen('appUrlOpen', { url: `${HOST}/profile/payment-history` })
  await page.locator('a[href*="payment-details"]').first().click()
  await expect(button(page, 'checkout.payment.receipt')).toBeVisible()
}

test('a receipt is shared through the phone’s share sheet, and its file is deleted on sign-out', async ({
  browser,
}) => {
  const { phone, page, context, troubles } = await signIn(browser)
  const downloaded = downloads(page)
  await openReceipt(page, phone)
  await button(page, 'checkout.payment.receipt').click()
  await expect.poll(() => phone.calls('Share', 'share').length).toBe(1)
  const [path, content] = onlyFile(phone)
  expect(path).toMatch(/^given\/recibo-\d{4}-\d\d-\d\d\.pdf$/)
  expect(phone.calls('Filesystem', 'writeFile')[0]?.options.directory).toBe('CACHE')
  expect(phone.calls('Share', 'share')[0]?.options).toMatchObject({ files: [`file:///data/cache/${path}`] })
  expect(await readPdfLines(content)).toContain(es.text('checkout.receipt.title'))

  await phone.happen('appUrlOpen', { url: `${HOST}/how-can-we-help` })
  await page.getByRole('link', { name: es.text('brand.tab.profile') }).click()
  await page.getByRole('button', { name: es.text('profile.signOut') }).click()
  await expect(page).toHaveURL(/\/welcome/)
  await expect.poll(() => phone.cache.size).toBe(0)
  expect(downloaded).toEqual([])
  expect(troubles).toEqual([])
  await context.close()
})

test('closing the share sheet is no error; a failure is reported and can be retried', async ({ browser }) => {
  const { phone, page, context } = await signIn(browser)
  await openReceipt(page, phone)
  phone.refuses.set('share', 'Share canceled')
  await button(page, 'checkout.payment.receipt').click()
  await expect.poll(() => phone.calls('Share', 'share').length).toBe(1)
  await expect(button(page, 'checkout.payment.receipt')).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)

  phone.refuses.set('writeFile', 'No space left on device')
  await button(page, 'checkout.payment.receipt').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await capture(page, 'native-files-01-refused')
  phone.refuses.clear()
  await button(page, 'checkout.payment.receipt').click()
  await expect.poll(() => phone.cache.size).toBe(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await context.close()
})

test('a booked appointment goes into the phone’s calendar with a link to the app, or is a file without a calendar', async ({
  browser,
}) => {
  const { phone, page, context, troubles } = await signIn(browser, { os: 'ios' })
  const path = `/consultations/${booked.consultationId}`
  await phone.happen('appUrlOpen', { url: HOST + path })
  await button(page, 'care.calendar.add').click()
  await expect.poll(() => phone.calls('CapacitorCalendar', 'createEventWithPrompt').length).toBe(1)
  expect(phone.calls('CapacitorCalendar', 'createEventWithPrompt')[0]?.options).toMatchObject({
    title: expect.stringContaining('Vida Ligera'),
    startDate: Date.parse(booked.startTime),
    url: HOST + path,
  })
  expect(phone.cache.size).toBe(0)
  await captureAtWidths(page, 'native-files-02-calendar')

  phone.refuses.set('requestWriteOnlyCalendarAccess', 'denied')
  await button(page, 'care.calendar.add').click()
  await expect.poll(() => phone.calls('Share', 'share').length).toBe(1)
  const [file, content] = onlyFile(phone)
  expect([file, content.toString().replaceAll('\r\n ', '')]).toEqual([
    'given/cuida.ics',
    expect.stringContaining(`UID:${booked.consultationId}@cuida`),
  ])
  expect(troubles).toEqual([])
  await context.close()
})

test('a webinar goes into the calendar', async ({ browser }) => {
  const { phone, page, context } = await signIn(browser, {}, NEWCOMER)
  await phone.happen('appUrlOpen', { url: `${HOST}/webinars` })
  await page.locator('a[href^="/webinars/"]').first().click()
  await button(page, 'support.webinar.register').first().click()
  await button(page, 'care.calendar.add').first().click()
  await expect.poll(() => phone.calls('CapacitorCalendar', 'createEventWithPrompt').length).toBe(1)
  expect(phone.calls('CapacitorCalendar', 'requestWriteOnlyCalendarAccess')).toHaveLength(0)
  const { url } = phone.calls('CapacitorCalendar', 'createEventWithPrompt')[0]?.options ?? {}
  expect(String(url)).toContain(`${HOST}/`)
  await context.close()
})

test('an app whose version is retired in the background must update on resume; offline it continues', async ({
  browser,
}) => {
  const { phone, page, context } = await signIn(browser, { os: 'ios', version: '1.4.0' }, NEWCOMER)
  await context.route('**/v1/initial-state*', (route) => route.abort())
  await phone.happen('resume', {})
  await expect(page).toHaveURL(/how-can-we-help/)
  await context.unroute('**/v1/initial-state*')
  await context.route('**/v1/initial-state*', async (route) => {
    const reply = await route.fetch()
    const initialState = await reply.json()
    const minimumSupportedAppVersion = { ios: '1.5.0', android: '1.5.0' }
    await route.fulfill({
      response: reply,
      json: { ...initialState, config: { ...initialState.config, minimumSupportedAppVersion } },
    })
  })
  await phone.happen('resume', {})
  await expect(page.getByRole('heading', { name: es.text('brand.update.title') })).toBeVisible()
  await context.close()
})

test('the app looks up numbers with the nonce from its start, as a page does with its cookie', async ({ browser }) => {
  const { page, context } = await openApp(browser, app)
  const requestPromise = page.waitForRequest(/phone-exists/)
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill('600 000 004')
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).press('Tab')
  expect(await (await requestPromise).headerValue('x-page')).toMatch(/^[\w.-]{20,}$/)
  await context.close()
})
