import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { ROOT } from '../tools/run.ts'
import { messagesOf } from './messages.ts'
import { type NativeApp, openApp, startNativeApp } from './native-app.ts'
import { Patient } from './patient.ts'
import { register } from './register.ts'

/** Links with data, into the app and out of it. */
const PARTNER = 'vida-ligera'
const HOST = 'https://vida-ligera.example'
const demo = JSON.parse(readFileSync(join(ROOT, 'content', 'partners', PARTNER, 'demo.json'), 'utf8'))
const [company] = demo.companies
const [nuria, oscar] = company.links
const linkOf = ({ token }: { token: string }): string => `${HOST}/lp/${company.slug}?token=${token}`
const es = messagesOf('es')

let app: NativeApp
test.beforeAll(async () => {
  app = await startNativeApp(PARTNER)
})
test.afterAll(() => app?.stop())

/** The stored data of the app's pages, as a person with the phone could read it. */
const storageText = (page: Page): Promise<string> =>
  page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join())

test('an employee opens a company link in the app and joins, and their referral link points to the web', async ({
  browser,
}) => {
  const { phone, page, context } = await openApp(browser, app, { launchUrl: linkOf(nuria) })
  const employee = new Patient(page, es, app.system.url, 'native-links')
  await expect(page).toHaveURL(/\/welcome$/)
  const filled = (async () => {
    await page.waitForURL(/\/account\/create\/profile/)
    await expect(page.getByLabel(es.text('access.profile.firstName'), { exact: true })).toHaveValue(nuria.firstName)
  })()
  await Promise.all([register(employee, { phone: '611223312' }), filled])
  expect(await storageText(page)).not.toContain(nuria.token)

  await phone.happen('appUrlOpen', { url: `${HOST}/products/general-consultation` })
  await page.locator('a[href*="mode=now"]').click()
  await employee.answerQuestions()
  await employee.writeSummary('phone')
  await expect(page).toHaveURL(/\/checkout/)
  await expect(page.getByText(company.name).first()).toBeVisible()

  await phone.happen('appUrlOpen', { url: `${HOST}/account/profile/refer` })
  await expect(page.getByText(`${HOST}/referral/`)).toBeVisible()
  await context.close()
})

test('a company link that arrives while the app runs works too, and its token leaves the address', async ({
  browser,
}) => {
  const { phone, page, context } = await openApp(browser, app)
  await expect(page).toHaveURL(/\/welcome$/)
  const requestPromise = page.waitForRequest('**/v1/b2b/validate-partner-token')
  await phone.happen('appUrlOpen', { url: linkOf(oscar) })
  expect((await requestPromise).postData()).toContain(oscar.token)
  await expect(page).toHaveURL(/\/welcome$/)
  expect(await page.evaluate(() => location.href)).not.toContain('token')
  await context.close()
})
