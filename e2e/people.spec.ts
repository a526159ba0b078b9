import { type Browser, expect, type Page, test } from '@playwright/test'
import { Clinician, type Staff } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const LAURA: Staff = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}
const ELENA = { id: '8c4d2e9f-71b3-4a5e-8d06-1f9b3c5a7e42', name: 'Dra. Elena Ruiz Soler' }
const PRODUCT = 'thyroid-and-hormones'
/** Another photo than hers, with room to crop. */
const PICTURE = 'content/partners/bem-leve/uploads/people/helena-prado.webp'

test.describe.configure({ mode: 'serial' })
let system: RunningSystem
let laura: Page
let guest: Page
const es = messagesOf('es')

test.beforeAll(async ({ browser }) => {
  system = await startSystem('vida-ligera')
  laura = await pageOf(browser, { width: 1280, height: 800 })
  guest = await pageOf(browser, { width: 390, height: 844 })
  await new Clinician(laura, es, system.url, 'people').signIn(LAURA)
})
test.afterAll(async () => {
  await laura?.context().close()
  await guest?.context().close()
  await system?.stop()
})

const pageOf = async (browser: Browser, viewport: { width: number; height: number }): Promise<Page> =>
  (await browser.newContext({ locale: 'es-ES', viewport, isMobile: false })).newPage()

/** The URL of the shown photo, and its content type. */
async function shownPhoto(page: Page): Promise<{ url: string; type: string | null }> {
  const photo = page.locator('h1 picture img')
  await expect(photo).toBeVisible()
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  const url = await photo.evaluate((image: HTMLImageElement) => image.currentSrc)
  return { url, type: (await page.request.get(url)).headers()['content-type'] ?? null }
}
const profile = (page: Page) => page.goto(`${system.url}/clinicians/${ELENA.id}`)

test('a manager uploads a photo and crops it by pointer and keyboard', async () => {
  await profile(guest)
  const before = (await shownPhoto(guest)).url
  await laura.goto(`${system.url}/desk/team`)
  await laura.getByRole('link', { name: new RegExp(ELENA.name) }).click()
  await laura.getByLabel(es.text('desk.photo.choose')).setInputFiles(PICTURE)
  const dialog = laura.getByRole('dialog', { name: es.text('desk.photo.cropTitle') })
  const stage = dialog.getByRole('application')
  const cropImage = stage.locator('img')
  await dialog.getByRole('slider').fill('2')
  const whole = await cropImage.evaluate((image) => image.style.left)
  const box = await stage.boundingBox()
  if (!box) throw new Error('no stage')
  await laura.mouse.move(box.x + 100, box.y + 100)
  await laura.mouse.down()
  await laura.mouse.move(box.x + 160, box.y + 130, { steps: 4 })
  await laura.mouse.up()
  const dragged = await cropImage.evaluate((image) => image.style.left)
  expect(Number.parseFloat(dragged)).toBeGreaterThan(Number.parseFloat(whole))
  await stage.focus()
  await laura.keyboard.press('Shift+ArrowRight')
  expect(Number.parseFloat(await cropImage.evaluate((image) => image.style.left))).toBeLessThan(
    Number.parseFloat(dragged),
  )
  await captureAtWidths(laura, 'people-crop')
  await laura.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: es.text('desk.photo.save') }).click()
  await expect(laura.getByText(es.text('desk.photo.done'))).toBeVisible()
  await expect(dialog).toBeHidden()
  await capture(laura, 'people-team')
  await profile(guest)
  expect((await shownPhoto(guest)).url).not.toBe(before)
})

test('a guest sees the photo on Home, the profile and the clinician choice, as AVIF, or as JPEG without AVIF support', async () => {
  await guest.goto(`${system.url}/how-can-we-help`)
  // The image is lazy: scroll to it.
  await expect(async () => {
    await guest.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(guest.getByRole('heading', { name: es.text('catalogue.team.title') })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const team = guest.getByRole('list', { name: es.text('catalogue.team.title') })
  await expect(team.getByRole('link')).toHaveCount(5)
  await captureAtWidths(guest, 'people-home')
  await team.getByRole('link', { name: new RegExp(ELENA.name) }).click()
  const { url, type } = await shownPhoto(guest)
  expect(type).toBe('image/avif')
  expect((await guest.request.get(url)).headers()['cache-control']).toContain('immutable')
  await expect(guest.getByRole('heading', { name: es.text('catalogue.week.title') })).toBeVisible()
  await captureAtWidths(guest, 'people-profile')
  await guest.goto(`${system.url}/products/${PRODUCT}`)
  const clinicianList = guest.getByRole('list', { name: es.text('catalogue.product.who') })
  await expect(clinicianList.getByRole('link', { name: new RegExp(ELENA.name) }).locator('picture')).toHaveCount(1)
  await captureAtWidths(guest, 'people-product')
  const jpeg = await guest.locator('picture img').first().getAttribute('src')
  const plain = await guest.request.get(new URL(jpeg ?? '', system.url).href)
  expect(plain.headers()['content-type']).toBe('image/jpeg')
})

test("without a photo the clinician's initials are shown, with the first surname", async () => {
  await laura.getByRole('button', { name: es.text('desk.photo.remove'), exact: true }).click()
  await expect(laura.getByText(es.text('desk.photo.removed'))).toBeVisible()
  await profile(guest)
  await expect(guest.getByRole('heading', { level: 1 })).toContainText('ER')
  await expect(guest.locator('h1 picture')).toHaveCount(0)
})
