import { type Browser, chromium, expect, type FrameLocator, test } from '@playwright/test'
import { signIn } from './account.ts'
import { skipCodeInterval } from './google.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** The third-party help chat: what it loads, what it learns, and how long it stays. */
const NEWCOMER = { phone: '+5511900000002', typed: '11 90000 0002' }
const pt = messagesOf('pt-BR')
const WIDGET = '/simulators/zendesk/'

/** Allows third-party storage, independent of the Chromium version's default. */
const THAT_KEEPS = '--disable-features=TrackingProtection3pcd'

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('bem-leve')
})
test.afterAll(() => system?.stop())

const chatOn = (patient: Patient): FrameLocator => patient.page.frameLocator('iframe[src*="/help-window"]')

/** Signs in on a new device and opens the support page. */
async function onDevice(browser: Browser, name: string): Promise<Patient> {
  const context = await browser.newContext({ locale: 'pt-BR' })
  const patient = new Patient(await context.newPage(), pt, system.url, name)
  await signIn(patient, NEWCOMER)
  await patient.page.goto(`${system.url}/support`)
  return patient
}

async function write(patient: Patient, text: string): Promise<void> {
  await chatOn(patient).getByLabel('Sua mensagem').fill(text)
  await chatOn(patient).getByRole('button', { name: 'Enviar' }).click()
  await expect(chatOn(patient).getByText(text)).toBeVisible()
}

test('the chat loads nothing before it is opened, and a failure shows other contacts [B1.10] [B2.26]', async ({
  launchOptions,
}) => {
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), THAT_KEEPS] })
  const page = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
  const patient = new Patient(page, pt, system.url, 'chat')
  const widgetRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(WIDGET) || request.url().includes('/help-window')) widgetRequests.push(request.url())
  })
  await page.goto(`${system.url}/support`)
  await patient.see('support.chat.who')
  await page.waitForLoadState('networkidle').catch(() => {})
  expect(widgetRequests).toEqual([])
  await patient.capture('01-closed')

  // The vendor is unreachable: a clear message, and other contacts.
  const faults = { method: 'PUT', headers: { 'content-type': 'application/json' } }
  const plan = { provider: 'zendesk', fault: '5xx', times: 1 }
  await fetch(`${system.url}/simulators/faults`, { ...faults, body: JSON.stringify(plan) })
  await patient.button('support.chat.open').click()
  await patient.see('support.chat.failed')
  await expect(page.getByRole('link', { name: pt.pattern('support.whatsapp') })).toBeVisible()
  await patient.capture('02-failed')

  await patient.button('support.chat.again').click()
  const chat = page.frameLocator('iframe[src*="/help-window"]')
  await chat.getByLabel('Sua mensagem').fill('Não consigo entrar na consulta')
  await chat.getByRole('button', { name: 'Enviar' }).click()
  await expect(chat.getByText('Não consigo entrar na consulta')).toBeVisible()
  await patient.capture('03-open')
  // The app and the chat page cannot reach each other: only the language is passed on.
  expect(widgetRequests.every((url) => !/token|phone|name=/.test(url))).toBe(true)
  await patient.button('support.chat.close').click()
  await patient.see('support.chat.closed')
  await patient.capture('04-closed-again')

  // The chat continues until the patient asks to forget it.
  await page.reload()
  await patient.button('support.chat.goOn').click()
  await expect(chat.getByText('Não consigo entrar na consulta')).toBeVisible()
  await patient.button('support.chat.close').click()
  await patient.button('support.chat.forget').click()
  await patient.see('support.chat.forgotten')
  await patient.button('support.chat.open').click()
  await expect(chat.getByLabel('Sua mensagem')).toBeVisible()
  await expect(chat.getByText('Não consigo entrar na consulta')).toHaveCount(0)
  await browser.close()
})

test('in a browser without third-party storage the chat works, and says that it does not last', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'pt-BR' })
  // Blocks storage as Chromium does since 156, and every browser in a private window.
  await context.addInitScript(() => {
    if (!location.pathname.startsWith('/help-window')) return
    const refuse = {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, refuse)
  })
  const page = await context.newPage()
  const patient = new Patient(page, pt, system.url, 'chat-fleeting')
  await page.goto(`${system.url}/support`)
  await patient.button('support.chat.open').click()
  await write(patient, 'Alguém aí?')
  await patient.see('support.chat.fleeting')
  await patient.capture('01-open')
  await patient.button('support.chat.close').click()
  await patient.see('support.chat.lost')
  await expect(patient.button('support.chat.open')).toBeVisible()
  await expect(patient.button('support.chat.forget')).toHaveCount(0)
  await patient.capture('02-closed')

  await patient.button('support.chat.open').click()
  await expect(chatOn(patient).getByLabel('Sua mensagem')).toBeVisible()
  await page.reload()
  await expect(patient.button('support.chat.open')).toBeVisible()
  await context.close()
})

test("agents see the writer's name; the chat is on the next device, and deleted from this one on sign-out", async ({
  browser,
}) => {
  const phone = await onDevice(browser, 'chat-named')
  const { page } = phone
  await phone.see('support.chat.whoNamed')
  await phone.capture('01-told')
  await phone.button('support.chat.open').click()
  await write(phone, 'Sou eu de novo')
  await phone.capture('02-open')
  const conversations = (await (await fetch(`${system.url}/simulators/zendesk/received`)).json()) as {
    name: string
    lines: string[]
  }[]
  expect(conversations).toMatchObject([
    { name: expect.stringMatching(/^\S+ \S+/), lines: ['Sou eu de novo', expect.any(String)] },
  ])
  expect(JSON.stringify(conversations)).not.toContain(NEWCOMER.phone.slice(-4))

  await page.goto(`${system.url}/account/profile`)
  await phone.button('profile.signOut').click()
  await expect(page).toHaveURL(/\/welcome/)
  // The message is immediate; the storage is deleted once the chat's own page handles it (decision 0083).
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chat'))).toBeNull()
  await page.goto(`${system.url}/support`)
  await phone.see('support.chat.who')
  await phone.button('support.chat.open').click()
  await expect(chatOn(phone).getByLabel('Sua mensagem')).toBeVisible()
  await expect(chatOn(phone).getByText('Sou eu de novo')).toHaveCount(0)
  await page.context().close()

  await skipCodeInterval(system)
  const tablet = await onDevice(browser, 'chat-tablet')
  await tablet.button('support.chat.open').click()
  await expect(chatOn(tablet).getByText('Sou eu de novo')).toBeVisible()
  await tablet.page.context().close()
})
