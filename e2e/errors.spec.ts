import { expect, type Page, test } from '@playwright/test'
import { type SimulatorsApp, simulatorsApp } from '../simulators/app.ts'
import { credentials } from '../simulators/credentials.ts'
import { freePort } from '../tools/ports.ts'
import { temporaryDataDir } from '../tools/temporary-postgres.ts'
import { Clinician } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture } from './screens.ts'
import { STAFF } from './staff.ts'
import { type RunningSystem, startSystem } from './system.ts'

// A clinic whose errors are sent to a simulated Sentry.

const MANAGER = STAFF.laura
const CANARY = 'canary@example.com'
const es = messagesOf('es')
const { publicKey, project } = credentials.sentry
const errorsDir = temporaryDataDir('errors')
let errors: SimulatorsApp
let errorsUrl: string
let system: RunningSystem

test.beforeAll(async () => {
  const port = await freePort()
  errorsUrl = `http://127.0.0.1:${port}`
  errors = await simulatorsApp({ dataDir: errorsDir.path, publicUrl: errorsUrl })
  await errors.listen({ port, host: '127.0.0.1' })
  system = await startSystem('vida-ligera', {
    env: { SENTRY_DSN: `http://${publicKey}@127.0.0.1:${port}/simulators/sentry/${project}` },
  })
})
test.afterAll(async () => {
  await system?.stop()
  await errors?.close()
  await errorsDir.remove()
})

const items = async () =>
  (await (await fetch(`${errorsUrl}/simulators/sentry/received`)).json()) as { payload: object }[]

/** The received event with the code that the screen shows. */
async function eventShownOn(page: Page): Promise<object> {
  const code = (await page.getByRole('main').locator('code').textContent()) ?? ''
  expect(code).toMatch(/^[0-9a-f]{32}$/)
  const found = async () => (await items()).find(({ payload }) => JSON.stringify(payload).includes(code))?.payload
  await expect.poll(found).toBeDefined()
  return (await found()) ?? {}
}

test('a crashed screen of the app shows a code that identifies the event, which contains no words of the patient', {
  tag: '@gate',
}, async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), es, system.url)
  await patientBrowser.signIn(HOLDER.typed)
  const page = await patientBrowser.context.newPage()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(system.url)) elsewhere.push(request.url())
  })
  await page.route('**/v1/user/me', (route) => route.fulfill({ json: { firstName: CANARY, lastName: CANARY } }))
  await page.goto(`${system.url}/account/profile?who=${CANARY}`)
  await patientBrowser.see(page, 'ui.crash.title')
  await capture(page, 'errors-app')
  const event = await eventShownOn(page)
  expect(event).toMatchObject({ platform: 'javascript', level: 'error', tags: { program: 'app' } })
  expect(JSON.stringify(event)).toMatch(/"filename":"assets\//)
  expect(elsewhere).toEqual([])
  await patientBrowser.context.close()
})

test('a crashed screen of the desk shows a code, and a restart returns [A8.5]', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const page = await context.newPage()
  await new Clinician(page, es, system.url, 'errors').signIn(MANAGER)
  await page.route('**/v1/desk/questions', (route) => route.fulfill({ json: { items: [null] } }))
  await page.goto(`${system.url}/desk/questions?who=${CANARY}`)
  await expect(page.getByRole('heading', { name: es.text('ui.crash.title') })).toBeVisible()
  await capture(page, 'errors-desk')
  expect(await eventShownOn(page)).toMatchObject({ tags: { program: 'desk', route: 'questions' } })
  await page.unroute('**/v1/desk/questions')
  await page.getByRole('button', { name: es.text('ui.crash.restart') }).click()
  await expect(page.getByRole('navigation', { name: es.text('desk.sidebar.pages') })).toBeVisible()
  await context.close()
})

test('a desk without messages shows the error code', async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'es-ES' })).newPage()
  const traceId = 'c0ffee'.padEnd(32, '0')
  await page.route('**/v1/patient/locales/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'UNEXPECTED', traceId } }),
  )
  await page.goto(`${system.url}/desk`)
  await expect(page.getByRole('alert')).toContainText(traceId)
  await capture(page, 'errors-desk-wordless', { axe: false })
  await page.context().close()
})

test('an exception outside of every screen is reported too', async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'es' })).newPage()
  await page.goto(`${system.url}/welcome`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await page.evaluate((canary) => void Promise.reject(new RangeError(canary)), CANARY)
  const findReports = async () =>
    (await items()).filter(({ payload }) => JSON.stringify(payload).includes('RangeError'))
  await expect.poll(findReports).toHaveLength(1)
  expect(await findReports()).toMatchObject([
    { payload: { level: 'fatal', exception: { values: [{ type: 'RangeError' }] } } },
  ])
  await page.context().close()
})

test('no event contains typed text [A8.5]', async () => {
  const whole = JSON.stringify(await items())
  for (const secret of [CANARY, 'canary', HOLDER.phone, MANAGER.email, '127.0.0.1']) expect(whole).not.toContain(secret)
})
