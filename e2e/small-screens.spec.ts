import { type Browser, test as base, expect, type LaunchOptions, type Page } from '@playwright/test'
import { pathOf } from '../web/routes.ts'
import { signIn } from './account.ts'
import { answerQuestions } from './answer-questions.ts'
import { goToCheckout } from './checkout.ts'
import { refuseCookies } from './cookies.ts'
import { type EveryScreen, fillEveryScreen } from './every-screen.ts'
import { ownSystem } from './journey.ts'
import { CASTS } from './long-lists.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { focusProblems, openSmallScreen, problemsOf } from './small-screens.ts'

// Every patient screen at 320 x 640 px with text at 200 %, forced colours, reduced motion and a keyboard.

/** The browser's own text size, on which media queries in `em` depend too. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

for (const cast of CASTS)
  test.describe(cast.partner, () => {
    const system = ownSystem(cast.partner)
    const messages = messagesOf(cast.language)
    let screens: EveryScreen

    test.beforeAll(async () => {
      screens = await fillEveryScreen(system.databaseUrl, cast)
    })

    /** The question about cookies leaves less room than the other checks ask for. */
    async function openPage(browser: Browser): Promise<Page> {
      const context = await browser.newContext({ locale: cast.locale })
      refuseCookies(context)
      return await context.newPage()
    }

    const patientOn = (page: Page) => new Patient(page, messages, system.url, `small-${cast.partner}`)

    async function problemsAt(page: Page, addresses: readonly string[]): Promise<string[]> {
      const seen = new Set<string>()
      const found: string[] = []
      for (const address of addresses) {
        await page.goto(system.url + address)
        // A prerendered page measures its bars once it runs.
        await page.waitForSelector('html[data-ready] :is(h1, dialog[open])', { state: 'attached' })
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        if (seen.has(page.url())) continue
        seen.add(page.url())
        found.push(...(await problemsOf(page)).map((problem) => `${address}: ${problem}`))
      }
      return found
    }

    test('a visitor can see, read and reach everything on a small phone with large text', async ({ browser }) => {
      const page = await openPage(browser)
      await openSmallScreen(page)
      expect(await problemsAt(page, screens.guest)).toEqual([])
    })

    if (cast.partner === 'bem-leve')
      test('a visitor who has not answered the question about cookies still sees the focus everywhere', async ({
        browser,
      }) => {
        const page = await browser.newPage({ locale: cast.locale, viewport: { width: 390, height: 844 } })
        const found: string[] = []
        for (const name of ['welcome', 'home', 'clinicians'] as const) {
          await page.goto(system.url + pathOf(name, {}))
          await expect(page.getByRole('dialog', { name: messages.text('brand.cookies.title') })).toBeVisible()
          found.push(...(await focusProblems(page)).map((problem) => `${name}: ${problem}`))
        }
        expect(found).toEqual([])
      })

    test('a signed-in patient can see, read and reach everything on a small phone with large text', async ({
      browser,
    }) => {
      const page = await openPage(browser)
      await signIn(patientOn(page), cast.patient)
      await openSmallScreen(page)
      expect(await problemsAt(page, screens.patient)).toEqual([])
    })

    test('a visitor can book on a small phone with large text', async ({ browser }) => {
      const page = await openPage(browser)
      await openSmallScreen(page)
      const found: string[] = []
      const look = async () =>
        void found.push(...(await problemsOf(page)).map((problem) => `${page.url()}: ${problem}`))
      await page.goto(`${system.url}/welcome`)
      await page.waitForSelector('html[data-ready]')
      await page.getByRole('link', { name: messages.pattern('catalogue.choice.time') }).click()
      await answerQuestions(page, look)
      await look()
      await goToCheckout(page, system.url, 'medical-weight-assessment')
      await look()
      expect(found).toEqual([])
    })
  })
