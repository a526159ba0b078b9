import { type BrowserContext, expect, test } from '@playwright/test'
import { signIn } from './account.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Webinars and the welcome kit. */
const NEWCOMER = { phone: '+5511900000002', typed: '11 90000 0002' }
const pt = messagesOf('pt-BR')

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

test('a patient registers for a webinar, watches a recording, and resumes the welcome kit [B2.12] [B2.15]', async () => {
  const patient = new Patient(await context.newPage(), pt, system.url, 'learn')
  const { page } = patient
  await signIn(patient, NEWCOMER)
  await page.goto(`${system.url}/support`)
  await page.getByRole('link', { name: pt.pattern('support.webinars.entry') }).click()
  await expect(page).toHaveURL(/\/webinars$/)
  await expect(page.getByRole('link', { name: 'Arroz com feijão também emagrece' })).toBeVisible()
  await patient.capture('01-webinars')
  await page.getByRole('link', { name: 'Arroz com feijão também emagrece' }).click()
  await patient.button('support.webinar.register').click()
  await patient.see('support.webinar.done')
  await patient.capture('02-registered')
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
  await patient.capture('03-recorded')
  await page.goto(`${system.url}/welcome-kit`)
  await patient.see('support.kit.seen')
  await patient.capture('04-kit')
  // A video loads nothing before it is played.
  expect(films).toEqual([])
  const video = page.locator('details[open] video')
  await video.evaluate((film: HTMLVideoElement) => {
    film.muted = true
    film.addEventListener('playing', () => {
      film.currentTime = 9
    })
    return film.play()
  })
  await expect(page.getByText(/5\d\s?% visto/).first()).toBeVisible({ timeout: 20_000 })
  await video.evaluate((film: HTMLVideoElement) => film.pause())
  expect(await video.evaluate((film: HTMLVideoElement) => film.textTracks[0]?.mode)).toBe('showing')
  await page.reload()
  await expect(page.getByText(/[5-9]\d\s?% visto/).first()).toBeVisible()
  await page
    .locator('details[open]')
    .getByRole('button', { name: pt.text('support.kit.mark') })
    .click()
  await expect(page.getByText('1 de 5')).toBeVisible()
})
