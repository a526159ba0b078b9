import { expect, test } from '@playwright/test'
import { Clinician } from './clinician.ts'
import { Door, HOLDER } from './door.ts'
import { type RunningSystem, startSystem } from './system.ts'
import { wordsOf } from './words.ts'

/** A clinic that has no server of errors: its managers read at the desk what broke. */
const MANAGER = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}
const CANARY = 'canary@example.com'
const es = wordsOf('es')

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

test('what broke for a patient is at the desk by its code, until a manager has seen to it', async ({ browser }) => {
  const door = new Door(await browser.newContext({ locale: 'es' }), es, system.url)
  await door.signIn(HOLDER.typed)
  const broken = await door.context.newPage()
  await broken.route('**/v1/user/me', (route) => route.fulfill({ json: { firstName: CANARY, lastName: CANARY } }))
  await broken.goto(`${system.url}/account/profile?who=${CANARY}`)
  await door.see(broken, 'ui.crash.title')
  const code = (await broken.getByRole('main').locator('code').textContent()) ?? ''
  await door.context.close()

  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const desk = new Clinician(await context.newPage(), es, system.url, 'errors-kept')
  const { page } = desk
  await desk.signIn(MANAGER)
  await page.getByRole('link', { name: es.text('desk.faults.title') }).click()
  await page.getByRole('link', { name: new RegExp(es.text('desk.faults.program.app')) }).click()
  await expect(page.getByText(code)).toBeVisible()
  await desk.look('01-error')
  expect(await page.content()).not.toContain(CANARY)
  await desk.press('desk.faults.markDone')
  await expect(page.getByText(es.text('desk.faults.done'), { exact: true })).toBeVisible()
  await desk.look('02-done')
  await context.close()
})
