import { expect, type Page, test } from '@playwright/test'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { PatientBrowser } from './patient-browser.ts'
import { captureEveryVariant } from './screens.ts'

const messages = messagesOf('es')
const system = ownSystem('vida-ligera')

const operator = (page: Page) => page.getByRole('heading', { name: messages.text('access.frontDoor.operator') })

/** Whether React has attached itself to the front door, which hydrates later than the form above. */
const isHydrated = (page: Page) =>
  operator(page).evaluate((heading) => Object.keys(heading).some((key) => key.startsWith('__reactProps')))

test('without scripts every link of the front door leads to a page', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${system.url}/welcome`)
  await expect(operator(page)).toBeVisible()
  const hrefs = await page.locator('main a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  for (const start of ['/products/', '/clinicians/', '/clinicians', '/how-can-we-help', '/cancellation-policy'])
    expect(hrefs.filter((href) => href?.startsWith(start))).not.toEqual([])
  for (const href of new Set(hrefs))
    expect((await page.request.get(new URL(href ?? '', system.url).href)).status(), href ?? '').toBe(200)
  await context.close()
})

test('the front door hydrates without an error, keeps its place, and its links stay in the app', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patientBrowser = new PatientBrowser(context, messages, system.url)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  page.on('pageerror', (error) => void errors.push(error.message))
  await page.goto(`${system.url}/welcome`)
  const before = await operator(page).boundingBox()
  await expect.poll(() => isHydrated(page)).toBe(true)
  expect(await operator(page).boundingBox()).toEqual(before)
  expect(errors).toEqual([])
  await captureEveryVariant(page, 'front-door')

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.locator('a[href="/products/general-consultation"]').last().click()
  await expect(page).toHaveURL(/\/products\//)
  await expect(page.getByText(messages.text('catalogue.product.includes'))).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await patientBrowser.button(page, 'ui.back').click()
  await expect(page).toHaveURL(/\/welcome$/)
  await patientBrowser.link(page, 'catalogue.team.seeAll').click()
  await expect(page).toHaveURL(/\/clinicians$/)
  expect(errors).toEqual([])
  await context.close()
})

test('a person who was redirected to Welcome sees the front door only on a later visit', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patientBrowser = new PatientBrowser(context, messages, system.url)
  const page = await patientBrowser.open('/welcome?reason=inactivity')
  await patientBrowser.see(page, 'access.welcome.inactivity')
  await expect(operator(page)).toBeHidden()
  await patientBrowser.button(page, 'access.welcome.guest').click()
  await expect(page).toHaveURL(/how-can-we-help/)
  await page.locator('nav a[href="/account/profile"]').click()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(operator(page)).toBeVisible()
  await context.close()
})
