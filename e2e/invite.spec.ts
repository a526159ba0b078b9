import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { ROOT } from '../tools/run.ts'
import { Clinician } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { register } from './register.ts'
import { captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const PARTNER = 'vida-ligera'
const PRODUCT = 'general-consultation'
const MANAGER = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}
const demo = JSON.parse(readFileSync(join(ROOT, 'content', 'partners', PARTNER, 'demo.json'), 'utf8'))
const [company] = demo.companies
const [nuria, oscar] = company.links
const landing = (token: string): string => `/lp/${company.slug}?token=${token}`

let system: RunningSystem
let link = ''
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  system = await startSystem(PARTNER)
})
test.afterAll(() => system?.stop())

/** A patient with a browser in this language. */
async function somebody(browser: Browser, language: 'es' | 'en'): Promise<Patient> {
  const context = await browser.newContext({ locale: language === 'es' ? 'es-ES' : 'en-GB' })
  return new Patient(await context.newPage(), messagesOf(language), system.url, `invite-${language}`)
}

/** Signs in at Welcome. */
async function enter({ page, messages, button }: Patient, phone: string): Promise<void> {
  await page.getByLabel(messages.text('access.welcome.phone'), { exact: true }).fill(phone)
  await page.getByLabel(messages.text('access.welcome.password'), { exact: true }).fill('Cuida-demo-1')
  await button('access.welcome.signIn').click()
}

async function signIn(patient: Patient, phone: string): Promise<void> {
  await patient.page.goto(`${patient.url}/welcome`)
  await patient.page.waitForSelector('html[data-ready]')
  await enter(patient, phone)
  await expect(patient.page).toHaveURL(/how-can-we-help/)
}

/** Requests on-demand care up to the price. */
async function toCheckout(patient: Patient): Promise<void> {
  await patient.page.goto(`${patient.url}/products/${PRODUCT}`)
  await patient.page.locator('a[href*="mode=now"]').click()
  await patient.answerQuestions()
  await patient.writeSummary('phone')
  await expect(patient.page).toHaveURL(/\/checkout/)
}
const heading = (page: Page, name: RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('a patient finds their referral link and both rewards [A1.7] [A2.28] [B2.24]', async ({ browser }) => {
  const ana = await somebody(browser, 'es')
  await signIn(ana, '600 00 00 01')
  await ana.page.goto(`${ana.url}/account/profile`)
  await ana.button('invite.refer.entry').click()
  await expect(ana.page).toHaveURL(/\/account\/profile\/refer/)
  link = (await ana.page.getByText(/\/referral\//).textContent()) ?? ''
  expect(link).toMatch(new RegExp(`^${ana.url}/referral/[2-9b-z]{5}-[2-9b-z]{5}$`))
  await expect(ana.page.locator('a[href^="https://wa.me/?text="]')).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(link)),
  )
  await ana.capture('01-refer')
  await ana.page.reload()
  await expect(ana.page.getByText(link)).toBeVisible()
  await ana.page.goto(link)
  await heading(ana.page, ana.messages.pattern('invite.OWN_LINK.title'))
  await ana.page.context().close()
})

test('a friend opens the link, registers, and pays less [A2.4] [A3.4] [A4.18]', async ({ browser }) => {
  const lucia = await somebody(browser, 'es')
  await lucia.page.goto(link)
  await expect(lucia.page).toHaveURL(/\/welcome\?reason=referral$/)
  await heading(lucia.page, lucia.messages.pattern('access.welcome.heading.referral'))
  await lucia.capture('02-welcome')
  await register(lucia, { phone: '611223301', names: ['Lucía', 'Herrera Sanz', 'lucia.h@example.com'] })
  await heading(lucia.page, lucia.messages.pattern('invite.accepted.title'))
  expect(await lucia.page.evaluate(() => localStorage.getItem('referralSlug'))).toBeNull()
  await toCheckout(lucia)
  await lucia.see('checkout.price.referral.unnamed')
  await lucia.capture('03-price')
  await lucia.page.context().close()
})

test('a person with an account gets the confirmation with its code, in English [A4.18]', async ({ browser }) => {
  const carlos = await somebody(browser, 'en')
  await carlos.page.goto(link)
  await expect(carlos.page).toHaveURL(/reason=referral$/)
  await enter(carlos, '600 00 00 02')
  await heading(carlos.page, carlos.messages.pattern('invite.accepted.title'))
  await expect(carlos.page.getByText(link.split('/').at(-1) ?? 'no code')).toBeVisible()
  await carlos.capture('04-accepted')
  await carlos.page.goto(`${carlos.url}/referral/zzzzz-zzzzz`)
  await heading(carlos.page, carlos.messages.pattern('invite.REFERRER_NOT_FOUND.title'))
  await carlos.capture('05-expired')
  await carlos.page.goto(`${carlos.url}/profile/refer`)
  await carlos.see('invite.refer.link')
  await carlos.capture('06-refer')
  await carlos.page.context().close()
})

test("a manager reads the campaign's figures at the desk [A7.9]", async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const page = await context.newPage()
  const laura = new Clinician(page, messagesOf('es'), system.url, 'invite-desk')
  await laura.signIn(MANAGER)
  await page.getByRole('link', { name: laura.messages.text('desk.promo.title') }).click()
  await page.getByRole('tab', { name: laura.messages.text('desk.campaigns.title') }).click()
  const counter = (key: string) =>
    page
      .getByRole('term')
      .filter({ hasText: laura.messages.text(`desk.campaigns.${key}`) })
      .locator('+ dd')
  await page.getByRole('link', { name: /Cuidarse entre amistades.*2/ }).click()
  // Ana and Carlos have links; Carlos and Lucía joined by Ana's, and nobody has paid yet.
  await expect(counter('referrers')).toHaveText('2')
  await expect(counter('joined')).toHaveText('2')
  await expect(counter('used')).toHaveText('0')
  await laura.capture('02-campaign')
  await captureAtWidths(page, 'invite-desk-02-campaign')
  await context.close()
})

test('an expired link leads to Welcome with a message [A2.35] [A2.36] [A4.18] [A8.8]', async ({ browser }) => {
  const guest = await somebody(browser, 'en')
  for (const slug of ['zzzzz-zzzzz', '%2F%2Fevil.example', "x'--"]) {
    await guest.page.goto(`${guest.url}/referral/${slug}`)
    await expect(guest.page).toHaveURL(`${guest.url}/welcome?reason=referral-error`)
    await heading(guest.page, guest.messages.pattern('access.welcome.heading.referral-error'))
  }
  await guest.page.context().close()
})

test('a company’s link is removed from the address, fills the form, and reduces the price [A2.5] [A4.19]', async ({
  browser,
}) => {
  const employee = await somebody(browser, 'es')
  const requestLines: string[] = []
  employee.page.on('request', (request) => {
    requestLines.push(`${request.url()} ${request.headers().referer ?? ''}`)
  })
  await employee.page.goto(employee.url + landing(nuria.token))
  await expect(employee.page).toHaveURL(`${employee.url}/welcome`)
  expect(requestLines.filter((line) => line.includes(nuria.token))).toEqual([`${employee.url}${landing(nuria.token)} `])
  await employee.see('access.welcome.company')
  const field = (key: string) => employee.page.getByLabel(employee.messages.text(key), { exact: true })
  await employee.page.evaluate(() => history.length)
  await employee.page.goBack()
  await expect(employee.page).not.toHaveURL(/token/)
  await employee.page.goto(`${employee.url}/welcome`)
  await employee.page.waitForSelector('html[data-ready]')
  const filled = (async () => {
    await employee.page.waitForURL(/\/account\/create\/profile/)
    await expect(field('access.profile.firstName')).toHaveValue(nuria.firstName)
    await expect(field('access.profile.lastName')).toHaveValue(nuria.lastName)
    await expect(field('access.profile.email')).toHaveValue(nuria.email)
  })()
  await Promise.all([register(employee, { phone: '611223302' }), filled])
  expect(
    await employee.page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join()),
  ).not.toContain(nuria.token)
  await toCheckout(employee)
  await expect(employee.page.getByText(company.name).first()).toBeVisible()
  await employee.capture('07-company-price')
  await employee.page.context().close()
})

test('an invalid company link opens the company’s page and leads to Welcome [A8.9]', async ({ browser }) => {
  const guest = await somebody(browser, 'es')
  const opened = guest.page.waitForEvent('popup')
  await guest.page.goto(guest.url + landing(nuria.token))
  await expect(guest.page).toHaveURL(`${guest.url}/welcome`)
  const page = await opened
  expect(await page.evaluate(() => window.opener)).toBe(null)
  await guest.page.context().close()
})

test('where the browser blocks the new page, a button opens it or continues [A8.9]', async ({ browser }) => {
  const guest = await somebody(browser, 'es')
  await guest.page.addInitScript(() => Object.assign(window, { open: () => null }))
  await guest.page.goto(guest.url + landing(nuria.token))
  await heading(guest.page, guest.messages.pattern('invite.company.notGood'))
  const page = guest.page.getByRole('link', { name: guest.messages.pattern('invite.company.page') })
  await expect(page).toHaveAttribute('href', company.redirectUrl)
  await expect(page).toHaveAttribute('target', '_blank')
  await guest.capture('10-not-good')
  await captureAtWidths(guest.page, 'invite-10-not-good')
  await guest.page.getByRole('link', { name: guest.messages.pattern('invite.company.goOn') }).click()
  await expect(guest.page).toHaveURL(`${guest.url}/welcome`)
  await guest.page.goto(`${guest.url}/lp/${company.slug}`)
  await expect(guest.page).toHaveURL(`${guest.url}/welcome`)
  await guest.page.context().close()
})

test('a redirect to a host that the partner does not allow is not offered, even if the server returns it [A8.9]', async ({
  browser,
}) => {
  const guest = await somebody(browser, 'es')
  const none = { companyName: null, firstName: null, lastName: null, email: null }
  const forged = [
    'https://evil.example/',
    'javascript:alert(1)',
    `${company.redirectUrl.replace('.example', '.example@evil.example')}`,
  ]
  for (const redirectUrl of forged) {
    await guest.page.route('**/v1/b2b/validate-partner-token', (route) =>
      route.fulfill({ json: { isTokenVerified: false, redirectUrl, ...none } }),
    )
    await guest.page.goto(guest.url + landing(oscar.token))
    await expect(guest.page).toHaveURL(`${guest.url}/welcome`)
    await guest.page.unroute('**/v1/b2b/validate-partner-token')
  }
  await guest.page.context().close()
})

test('a person with an account joins a company only on confirmation, in English', async ({ browser }) => {
  const carlos = await somebody(browser, 'en')
  await carlos.page.goto(carlos.url + landing(oscar.token))
  await expect(carlos.page).toHaveURL(`${carlos.url}/welcome`)
  await enter(carlos, '600 00 00 02')
  await heading(carlos.page, carlos.messages.pattern('invite.company.title'))
  expect(carlos.page.url()).not.toContain(oscar.token)
  await carlos.capture('08-join')
  await carlos.button('invite.company.join').click()
  await heading(carlos.page, carlos.messages.pattern('invite.company.joined'))
  await carlos.capture('09-joined')
  await carlos.page.context().close()
})

test('a link with questionnaire=true makes Home ask for the medical history until it was opened [A2.38]', async ({
  browser,
}) => {
  const carlos = await somebody(browser, 'es')
  await carlos.page.goto(`${carlos.url}/welcome?questionnaire=true`)
  await enter(carlos, '600 00 00 02')
  const invitation = carlos.page.getByRole('link', { name: carlos.messages.pattern('catalogue.home.questionnaire') })
  await expect(invitation).toBeVisible()
  await carlos.capture('11-questionnaire')
  await invitation.click()
  await expect(carlos.page).toHaveURL(/\/consultations\/medical-history/)
  await carlos.page.goto(`${carlos.url}/how-can-we-help`)
  await expect(carlos.page.locator('a[href^="/products/"]').first()).toBeVisible()
  await expect(invitation).toBeHidden()
  await carlos.page.context().close()
})
