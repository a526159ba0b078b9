import { expect, type Page, test } from '@playwright/test'
import { signIn } from './account.ts'
import { accessibilityViolations } from './axe.ts'
import { openDesk } from './clinician.ts'
import { type EveryScreen, fillEveryScreen } from './every-screen.ts'
import { ownSystem } from './journey.ts'
import { CASTS } from './long-lists.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { stopAnimations } from './screens.ts'

// axe audits every address of both apps once, light and dark, on a database with forty rows of everything.

const [cast = {} as never] = CASTS
const messages = messagesOf(cast.language)
const system = ownSystem(cast.partner)
let screens: EveryScreen

test.beforeAll(async () => {
  screens = await fillEveryScreen(system.databaseUrl, cast)
})

/** Opens each address and returns axe's findings; an address that redirects to an audited one is skipped. */
async function audit(page: Page, addresses: readonly string[], { isPhone = true } = {}): Promise<string[]> {
  const seen = new Set<string>()
  const found: string[] = []
  for (const address of addresses) {
    await page.goto(system.url + address)
    await page.waitForSelector('h1, dialog[open]', { state: 'attached' })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    if (seen.has(page.url())) continue
    seen.add(page.url())
    await stopAnimations(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Dark mode changes colours only.
      const problems = await accessibilityViolations(page, colorScheme === 'dark' ? ['color-contrast'] : [])
      found.push(...problems.map((problem) => `${address}, ${colorScheme}: ${problem}`))
    }
    if (isPhone) found.push(...(await withLargeText(page)).map((problem) => `${address}, 200 % at 320 px: ${problem}`))
  }
  return found
}

/**
 * With text at 200 % on the narrowest phone the page does not scroll sideways, and sticky bars leave room to read.
 */
async function withLargeText(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const problems = await page.evaluate(async () => {
    const root = document.documentElement
    root.style.fontSize = '200%'
    // Bars that measure their height move in the next frames.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    const found: string[] = []
    if (root.scrollWidth > innerWidth) {
      const wide = [...document.querySelectorAll('body *')].find(
        (one) => one.getBoundingClientRect().right > innerWidth + 1,
      )
      found.push(`${root.scrollWidth} px wide: ${wide?.tagName} ${wide?.className} ${wide?.textContent.slice(0, 40)}`)
    }
    const stays = (one: Element) => ['fixed', 'sticky'].includes(getComputedStyle(one).position)
    const bars = document
      .elementsFromPoint(160, innerHeight - 2)
      .flatMap((one) => one.closest('main > div') ?? one)
      .filter(stays)
    const covered = innerHeight - Math.min(innerHeight, ...bars.map((one) => one.getBoundingClientRect().top))
    if (covered > innerHeight * 0.3 && !document.querySelector('dialog[open]'))
      found.push(`the bar at the bottom covers ${covered} px`)
    root.style.fontSize = ''
    return found
  })
  if (before) await page.setViewportSize(before)
  return problems
}

test("a visitor's screens have no accessibility barrier", { tag: '@gate' }, async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'es-ES' })).newPage()
  expect(await audit(page, screens.guest)).toEqual([])
})

test("a signed-in patient's screens have no accessibility barrier", { tag: '@gate' }, async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'es-ES' })).newPage()
  await signIn(new Patient(page, messages, system.url, 'accessibility'), cast.patient)
  expect(await audit(page, screens.patient)).toEqual([])
})

test("the desk's pages have no accessibility barrier", { tag: '@gate' }, async ({ browser }) => {
  const desk = { url: system.url, messages, locale: 'es-ES', pictures: 'accessibility' }
  const { page } = await openDesk(browser, desk, cast.manager)
  // Found by name: before the sidebar renders, another navigation is the first of the page.
  const links = page.getByRole('navigation', { name: messages.text('desk.sidebar.pages') }).getByRole('link')
  await links.first().waitFor()
  const pages = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(await audit(page, ['/desk', '/desk/records', ...pages], { isPhone: false })).toEqual([])
})
