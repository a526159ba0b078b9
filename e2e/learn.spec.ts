import { type BrowserContext, expect, test } from '@playwright/test'
import { signIn } from './account.ts'
import { Patient } from './patient.ts'
import { type RunningSystem, startSystem } from './system.ts'
import { wordsOf } from './words.ts'

/** What a clinic has beside consultations: webinars, the welcome kit, and a chat that somebody else runs. */
const NEWCOMER = { phone: '+5511900000002', typed: '11 90000 0002' }
const pt = wordsOf('pt-BR')
const WIDGET = '/twins/zendesk/'

let system: RunningSystem
let context: BrowserContext
test.beforeAll(async ({ browser }) => {
  system = await startSystem('bem-leve')
  context = await browser.newContext({ locale: 'pt-BR' })
})
test.afterAll(async () => {
  await context?.close()
  await system?.stop()
})

test('the chat loads nothing before it is asked for, and says what to do without it', async () => {
  const page = await context.newPage()
  const patient = new Patient(page, pt, system.url, 'chat')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(WIDGET) || request.url().includes('/help-window')) asked.push(request.url())
  })
  await page.goto(`${system.url}/support`)
  await patient.see('support.chat.who')
  await page.waitForLoadState('networkidle').catch(() => {})
  expect(asked).toEqual([])
  await patient.look('01-closed')

  // A machine that does not reach it: a clear answer, and the other ways are there.
  const faults = { method: 'PUT', headers: { 'content-type': 'application/json' } }
  const plan = { provider: 'zendesk', fault: '5xx', times: 1 }
  await fetch(`${system.url}/twins/faults`, { ...faults, body: JSON.stringify(plan) })
  await patient.button('support.chat.open').click()
  await patient.see('support.chat.failed')
  await expect(page.getByRole('link', { name: pt.pattern('support.whatsapp') })).toBeVisible()
  await patient.look('02-failed')

  await patient.button('support.chat.again').click()
  const chat = page.frameLocator('iframe[src*="/help-window"]')
  await chat.getByLabel('Sua mensagem').fill('Não consigo entrar na consulta')
  await chat.getByRole('button', { name: 'Enviar' }).click()
  await expect(chat.getByText('Não consigo entrar na consulta')).toBeVisible()
  await patient.look('03-open')
  // The page of the app has no way to it, nor it to the app: nothing is handed over but the language.
  expect(asked.every((url) => !/token|phone|name=/.test(url))).toBe(true)
  await patient.button('support.chat.end').click()
  await patient.see('support.chat.ended')
  await page.close()
})

test('a patient takes a place in a webinar, watches a recording, and finds the kit where they left it', async () => {
  const patient = new Patient(await context.newPage(), pt, system.url, 'learn')
  const { page } = patient
  await signIn(patient, NEWCOMER)
  await page.goto(`${system.url}/support`)
  await page.getByRole('link', { name: pt.pattern('support.webinars.entry') }).click()
  await expect(page).toHaveURL(/\/webinars$/)
  await expect(page.getByRole('link', { name: 'Arroz com feijão também emagrece' })).toBeVisible()
  await patient.look('01-webinars')
  await page.getByRole('link', { name: 'Arroz com feijão também emagrece' }).click()
  await patient.button('support.webinar.register').click()
  await patient.see('support.webinar.done')
  await patient.look('02-registered')
  const file = page.waitForEvent('download')
  await patient.button('care.calendar.add').click()
  expect((await file).suggestedFilename()).toBe('cuida.ics')
  await patient.button('support.webinar.leave').click()
  await patient.see('support.webinar.left.done')

  const films: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp4')) films.push(request.url())
  })
  await page.goto(`${system.url}/recorded-webinars`)
  await expect(page.locator('video')).toBeVisible()
  await patient.look('03-recorded')
  await page.goto(`${system.url}/welcome-kit`)
  await patient.see('support.kit.seen')
  await patient.look('04-kit')
  // Nothing is loaded that nobody plays.
  expect(films).toEqual([])
  const video = page.locator('details[open] video')
  await video.evaluate((film: HTMLVideoElement) => {
    film.muted = true
    film.addEventListener('playing', () => {
      film.currentTime = 9
    })
    return film.play()
  })
  await expect(
    page
      .getByText('50 % visto')
      .or(page.getByText(/5\d % visto/))
      .first(),
  ).toBeVisible({ timeout: 20_000 })
  await video.evaluate((film: HTMLVideoElement) => film.pause())
  expect(await video.evaluate((film: HTMLVideoElement) => film.textTracks[0]?.mode)).toBe('showing')
  await page.reload()
  await expect(page.getByText(/[5-9]\d % visto/).first()).toBeVisible()
  await page
    .locator('details[open]')
    .getByRole('button', { name: pt.text('support.kit.mark') })
    .click()
  await expect(page.getByText('1 de 5')).toBeVisible()
})
