import { expect, type Page, test } from '@playwright/test'
import { goToCheckout } from './checkout.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

const system = ownSystem('vida-ligera')

const PRODUCT = 'general-consultation'
const messages = messagesOf('es')

test("a guest reads how it works, a topic and the clinicians' profiles; root screens have tabs, and the way back leads to the partner’s page [B2.2] [B2.4] [B2.6] [B2.31] [B2.33]", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patientBrowser = new PatientBrowser(context, messages, system.url)
  const page = await patientBrowser.open('/how-does-it-work')
  const tabs = page.getByRole('navigation', { name: messages.text('ui.tabs.main') }).getByRole('link')
  const captureScreen = async (name: string) => {
    await expect(tabs).toHaveCount(0)
    await capture(page, `catalogue-${name}`)
    await captureAtWidths(page, `catalogue-${name}`)
  }
  await expect(patientBrowser.heading(page, 'catalogue.how.title').first()).toBeVisible()
  for (const step of ['step1', 'step2', 'step3']) await patientBrowser.see(page, `catalogue.how.${step}`)
  const { data: config } = await read('/api/backend-config?populate[0]=partnerLogo&populate[1]=socialProof&locale=es')
  for (const { value } of config.attributes.socialProof) await expect(page.getByText(value)).toBeVisible()
  await captureScreen('1-how')

  await patientBrowser.link(page, 'catalogue.how.start').click()
  await expect(page).toHaveURL(/how-can-we-help/)
  await expect(tabs).toHaveCount(4)
  const logo = page.getByRole('banner').getByRole('link', { name: config.attributes.partnerName })
  await expect(logo).toHaveAttribute('href', config.attributes.marketingHomepageURL)

  const { data: groups } = await read('/api/product-groups?populate=*&sort=order:asc&locale=es')
  const { slug, name, products } = groups[0].attributes
  await page.goto(`${system.url}/groups/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const links = page.locator('main a[href^="/products/"]')
  await expect(links).toHaveCount(products.data.length)
  await captureScreen('2-group')
  await page.goto(`${system.url}/groups/nothing-of-ours`)
  await patientBrowser.see(page, 'catalogue.group.missing')

  const { items } = await read(`/v1/products/${PRODUCT}/clinicians`, 'es')
  const { id, name: clinician, experience, studies } = await read(`/v1/clinicians/${items[0].id}`, 'es')
  await page.goto(`${system.url}/clinicians/${id}?product=${PRODUCT}`)
  await expect(page.getByRole('heading', { level: 1, name: clinician })).toBeVisible()
  for (const line of [...experience, ...studies]) await expect(page.getByText(line, { exact: true })).toBeVisible()
  await captureScreen('3-clinician')
  await patientBrowser.link(page, 'catalogue.clinician.times').click()
  await expect(page).toHaveURL(new RegExp(`/clinician/${id}/product/${PRODUCT}`))
  await page.goto(`${system.url}/clinicians/00000000-0000-4000-8000-000000000000`)
  await patientBrowser.see(page, 'catalogue.clinician.missing')
  await context.close()
})

test('navigation back is closed during a payment and open before it [B2.34]', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const page = await new PatientBrowser(context, messages, system.url).signIn(NEWCOMER.typed)
  await goToCheckout(page, system.url, PRODUCT)
  const patient = new Patient(page, messages, system.url, 'catalogue')
  const back = page.getByRole('button', { name: messages.text('ui.back'), exact: true })
  await expect(back).toBeVisible()
  await patient.typeCard({ number: '4444444444444422', holder: 'ANA PRUEBA', code: '123' })
  const goOn = await holdOrders(page)
  await patient.button('checkout.pay').click()
  await expect(back).toHaveCount(0)
  goOn()
  await expect(page).toHaveURL(/\/orders\//)
  await expect(back).toHaveCount(0)
  await context.close()
})

/** Delays the order request until released. */
async function holdOrders(page: Page): Promise<() => void> {
  let goOn = () => {}
  const free = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/v1/order', async (route) => {
    await free
    await route.continue()
  })
  return () => goOn()
}

async function read(path: string, locale = 'es') {
  return (await fetch(system.url + path, { headers: { 'x-locale': locale } })).json()
}

test("while a screen's code loads, the back button and help are there, and nothing overflows", async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patientBrowser = new PatientBrowser(context, messages, system.url)
  const page = await patientBrowser.open('/how-can-we-help')
  const product = page.locator(`main a[href="/products/${PRODUCT}"]`).first()
  await expect(product).toBeVisible()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  let held = 0
  await page.route('**/assets/*.js', async (route) => {
    held++
    await arrived
    await route.continue()
  })
  await product.click()
  const waiting = page.getByRole('main').locator('[aria-busy]')
  await expect(waiting).toBeVisible()
  expect((await waiting.boundingBox())?.x).toBeGreaterThanOrEqual(16)
  await expect(patientBrowser.button(page, 'ui.back')).toBeVisible()
  await expect(patientBrowser.button(page, 'ui.help')).toBeVisible()
  await capture(page, 'catalogue-5-on-its-way', { axe: false })
  expect(held).toBeGreaterThan(0)
  arrive()
  await expect(page).toHaveURL(new RegExp(`/products/${PRODUCT}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('Home opens the list of all products with one tap, keeps it open for the way back, and finds products by words', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patientBrowser = new PatientBrowser(context, messages, system.url)
  const page = await patientBrowser.open('/how-can-we-help')
  const { data: products } = await read('/api/products?populate=*&locale=es')
  // The link to the first free time leads to a product's questions.
  const links = page.locator('main a[href^="/products/"]:not([href*="/questions"])')
  const distinctLinks = async () =>
    new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).size
  await expect(page.getByRole('list', { name: messages.text('catalogue.needs.title') }).getByRole('link')).toHaveCount(
    4,
  )
  await patientBrowser.button(page, 'catalogue.all.open').press('Enter')
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeFocused()
  await expect.poll(distinctLinks).toBe(products.length)
  await capture(page, 'catalogue-4-all')
  await captureAtWidths(page, 'catalogue-4-all')

  await links.last().click()
  await expect(page).toHaveURL(/\/products\//)
  await patientBrowser.button(page, 'ui.back').click()
  await expect.poll(distinctLinks).toBe(products.length)

  const search = page.getByRole('searchbox', { name: messages.text('catalogue.all.search') })
  await search.fill('tos')
  const found = page.getByRole('list', { name: messages.text('catalogue.all.title') }).getByRole('link')
  await expect(found.first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ consulta/ })).toHaveCount(1)
  await search.fill('zzzz')
  await patientBrowser.see(page, 'catalogue.all.none')
  await expect(patientBrowser.link(page, 'catalogue.home.toSupport')).toHaveAttribute('href', '/support')
  await capture(page, 'catalogue-4-nothing-found')
  await context.close()
})

test('without a network a screen explains what to do, and loads by itself once the network is back', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patientBrowser = new PatientBrowser(context, messages, system.url)
  const page = await patientBrowser.open(`/products/${PRODUCT}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await patientBrowser.button(page, 'ui.back').click()
  const other = page.locator(`main a[href^="/products/"]:not([href$="/${PRODUCT}"])`).first()
  await expect(other).toBeVisible()
  await context.setOffline(true)
  await other.click()
  const alert = page.getByRole('alert').filter({ hasText: messages.text('ui.error.offline') })
  await expect(alert).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(messages.text('catalogue.failed'))).toHaveCount(0)
  await capture(page, 'catalogue-6-offline')
  await captureAtWidths(page, 'catalogue-6-offline')
  await context.setOffline(false)
  // The failed queries are retried by themselves.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(patientBrowser.link(page, 'catalogue.product.chooseTime')).toBeVisible()
  await expect(alert).toHaveCount(0)
  await context.close()
})
