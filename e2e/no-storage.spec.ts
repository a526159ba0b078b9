import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { ROOT } from '../tools/run.ts'
import { Clinician } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { type RunningSystem, startSystem } from './system.ts'

// A private window, a policy or a setting may block storage: every access to it throws then. State is lost with the
// page; everything else works as usual.
const [{ partner, person, cards, video, clinician }] = PEOPLE as [(typeof PEOPLE)[number]]
const messages = messagesOf('es')
let system: RunningSystem
const failures: string[] = []
test.beforeAll(async () => {
  system = await startSystem(partner)
})
test.afterAll(() => system?.stop())
test.afterEach(() => expect(failures.splice(0)).toEqual([]))

async function pageWithoutStorage(browser: Browser, viewport?: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ locale: 'es-ES', ...(viewport && { viewport, isMobile: false }) })
  await context.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get, configurable: true })
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => failures.push(error.message))
  return page
}

test('without storage a new patient books, goes to the bank and returns to the booking', async ({ browser }) => {
  const patient = new Patient(await pageWithoutStorage(browser), messages, system.url, 'no-storage')
  await patient.enterAsGuest()
  await patient.openProduct(video)
  await patient.button('catalogue.product.chooseTime').click()
  await patient.answerQuestions()
  await patient.writeSummary('video')
  const held = await patient.holdFirstHour()
  await patient.button('checkout.guest.enter').click()
  await patient.register(person)
  await expect(patient.page.getByText(held).first()).toBeVisible()
  await patient.pay(cards.challenged ?? cards.good)
  await patient.convinceTheBank()
  // The bank's page replaced ours and its state: the patient signs in again and is at the same screen.
  const patientBrowser = new PatientBrowser(patient.page.context(), messages, system.url)
  await expect(patient.page).toHaveURL(/\/welcome/)
  await patientBrowser.enter(patient.page, person.typedPhone, person.password)
  await patient.see('checkout.order.active.title')
  await patient.button('checkout.order.toConsultation').click()
  await expect(patient.page.getByText(held).first()).toBeVisible()
  await patient.page.context().close()
})

test('without storage a company link still gives the company’s price', async ({ browser }) => {
  const demo = JSON.parse(readFileSync(join(ROOT, 'content', 'partners', partner, 'demo.json'), 'utf8'))
  const [{ slug, links }] = demo.companies
  const page = await pageWithoutStorage(browser)
  await page.goto(`${system.url}/lp/${slug}?token=${links[0].token}`)
  await expect(page).toHaveURL(`${system.url}/welcome`)
  await expect(page.getByText(messages.pattern('access.welcome.company'))).toBeVisible()
  await page.context().close()
})

test('without storage a clinician signs in at the desk and sees the queue', async ({ browser }) => {
  const page = await pageWithoutStorage(browser, { width: 1280, height: 800 })
  await new Clinician(page, messages, system.url, 'no-storage-desk').signIn(clinician)
  await page.context().close()
})
