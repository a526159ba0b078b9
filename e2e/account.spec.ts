import { type BrowserContext, expect, test } from '@playwright/test'
import { forgetAddresses, setConsultationStatus, signIn } from './account.ts'
import { installPageClock } from './clock.ts'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { Patient } from './patient.ts'
import { type RunningSystem, startSystem } from './system.ts'

const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es',
    locale: 'es-ES',
    me: { typed: '600 00 00 02', phone: '+34600000002' },
    moved: { typed: '622 33 44 55', phone: '+34622334455', shown: '+34 622 33 44 55' },
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR',
    locale: 'pt-BR',
    me: { typed: '11 90000 0002', phone: '+5511900000002' },
    moved: { typed: '11 98888 7777', phone: '+5511988887777', shown: '+55 11 98888 7777' },
  },
] as const

for (const { partner, language, locale, me, moved } of CASTS) {
  test.describe(partner, () => {
    test.describe.configure({ mode: 'serial' })
    let system: RunningSystem
    let home: BrowserContext
    let patient: Patient
    const messages = messagesOf(language)
    const field = (key: string) => patient.page.getByLabel(messages.text(key), { exact: true })
    const goTo = (path: string) => patient.page.goto(system.url + path)
    /** The screens are the same at both partners, except the address. */
    const capture = (name: string) =>
      partner === 'vida-ligera' || /address/.test(name) ? patient.capture(name) : undefined
    const toast = (key: string) => expect(patient.page.getByRole('status').getByText(messages.text(key))).toBeVisible()

    test.beforeAll(async ({ browser }) => {
      system = await startSystem(partner)
      home = await browser.newContext({ locale, acceptDownloads: true })
      patient = new Patient(await home.newPage(), messages, system.url, `${partner}-account`)
      await signIn(patient, me)
    })
    test.afterAll(async () => {
      await home?.close()
      await system?.stop()
    })

    test('editable details are changed, also concurrently in two tabs [A2.26] [A2.28]', {
      tag: '@gate',
    }, async () => {
      const { page } = patient
      await goTo('/account/profile')
      await capture('01-profile')
      await page.getByRole('link', { name: messages.pattern('profile.account.title') }).click()
      const other = await home.newPage()
      await other.goto(page.url())
      await other.getByLabel(messages.text('access.profile.lastName'), { exact: true }).fill('Luna Vega')
      await field('access.profile.firstName').fill('A')
      await page.getByRole('button', { name: messages.text('profile.save') }).click()
      await expect(page.getByText(messages.text('access.profile.problem.TOO_SHORT'))).toBeVisible()
      await field('access.profile.firstName').fill('Alex')
      await page.getByRole('button', { name: messages.text('profile.save') }).click()
      await expect(page.getByText(messages.text('profile.saved'), { exact: true })).toBeVisible()
      await other.getByRole('button', { name: messages.text('profile.save') }).click()
      await expect(other.getByText(messages.text('profile.saved'), { exact: true })).toBeVisible()
      await other.close()
      await capture('02-account')
      await goTo('/account/profile')
      await expect(page.getByRole('heading', { level: 1, name: 'Alex Luna Vega' })).toBeVisible()
    })

    test('a toast closes after ten seconds, an active consultation is polled every five, and the column is 600 px wide [A2.14] [A9.1] [A9.5]', async () => {
      await installPageClock(home)
      const page = await home.newPage()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${system.url}/account/profile/edit`)
      const save = page.getByRole('button', { name: messages.text('profile.save') })
      await save.click()
      const saved = page.getByText(messages.text('profile.saved'), { exact: true })
      await expect(saved).toBeVisible()
      // Time is controlled from here on: how long an assertion takes depends on the machine.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
      const { x = 0, width = 0 } = (await save.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(500)
      expect(width).toBeLessThanOrEqual(600)
      expect(Math.round(x + width / 2)).toBe(640)
      let requestCount = 0
      page.on('request', (request) => {
        if (request.url().includes('/consultations?')) requestCount++
      })
      await page.clock.runFor(5_500)
      await expect.poll(() => requestCount).toBeGreaterThan(0)
      await expect(saved).toBeVisible()
      await page.clock.runFor(5_000)
      await expect(saved).toBeHidden()
      // The clock is shared by all pages of this context.
      await page.clock.resume()
      await page.close()
    })

    test('four tabs lead to the four root screens, and only these show tabs [A2.1] [B2.31]', async () => {
      const { page } = patient
      await goTo('/account/profile')
      const tabs = page.getByRole('navigation', { name: messages.text('ui.tabs.main') }).getByRole('link')
      await expect(tabs).toHaveCount(4)
      const roots = [/how-can-we-help/, /\/consultations$/, /\/support$/, /\/account\/profile$/]
      for (const [at, root] of roots.entries()) {
        await tabs.nth(at).click()
        await expect(page).toHaveURL(root)
        await expect(tabs.nth(at)).toHaveAttribute('aria-current', 'page')
      }
      await goTo('/account/profile/edit')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(tabs).toHaveCount(0)
    })

    test('the language changes in the app and in notifications, and back [A2.26]', { tag: '@gate' }, async () => {
      const { page } = patient
      await goTo('/account/profile')
      const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
      await page.getByRole('radio', { name: 'English', exact: true }).click()
      expect(await (await saved).json()).toMatchObject({ locale: 'en' })
      await page.goto(`${system.url}/account/profile/edit`)
      await expect(page.getByRole('heading', { name: messagesOf('en').text('profile.addresses') })).toBeVisible()
      await capture('03-account-en')
      await goTo('/account/profile')
      await page.getByRole('radio').first().click()
      await expect(page.getByText(messages.text('profile.language'), { exact: true })).toBeVisible()
    })

    test('an address is completed from its postal code and becomes the billing address [A2.28] [B2.24] [B7.25]', async () => {
      const { page } = patient
      await forgetAddresses(system.databaseUrl)
      await goTo('/account/profile/address/home')
      await page.getByRole('button', { name: messages.text('profile.save') }).click()
      await capture('04-address-problems')
      await (partner === 'bem-leve' ? brazilianAddress() : spanishAddress())
      await capture('05-address')
      await page.getByRole('button', { name: messages.text('profile.save') }).click()
      await toast('profile.address.saved')
      await expect(page).toHaveURL(/profile\/edit/)
      await patient.see('profile.address.sameAsHome')
      await goTo('/account/profile/address/billing')
      await expect(field('profile.address.street')).not.toHaveValue('')
    })

    async function spanishAddress(): Promise<void> {
      await field('profile.address.postalCode').fill('28013')
      await expect(field('profile.address.province')).toHaveValue('M')
      await field('profile.address.street').fill('Calle Mayor')
      await field('profile.address.city').fill('Madrid')
    }

    /** The look-up fails, finds nothing, then succeeds; typed text stays. */
    async function brazilianAddress(): Promise<void> {
      const search = patient.page.getByRole('button', { name: messages.text('profile.address.search'), exact: true })
      const plan = { provider: 'viacep', fault: '5xx', times: 1 }
      const headers = { 'content-type': 'application/json' }
      await fetch(`${system.url}/simulators/faults`, { method: 'PUT', headers, body: JSON.stringify(plan) })
      await field('profile.address.cep').fill('01001-000')
      await search.click()
      await patient.see('profile.address.search.failed')
      await field('profile.address.cep').fill('99999-999')
      await search.click()
      await patient.see('profile.address.search.unknown')
      await field('profile.address.district').fill('Sé, centro')
      await field('profile.address.cep').fill('01001-000')
      await search.click()
      await patient.see('profile.address.search.found')
      await expect(field('profile.address.street')).toHaveValue('Praça da Sé')
      await expect(field('profile.address.city')).toHaveValue('São Paulo')
      await expect(field('profile.address.district')).toHaveValue('Sé, centro')
    }

    test('e-mail and phone each change with the password and a code', { tag: '@gate' }, async () => {
      const { page } = patient
      await goTo('/account/profile/email')
      await field('profile.email.new').fill('alex.luna@example.com')
      await field('profile.password').fill('Otra-Clave-9')
      await page.getByRole('button', { name: messages.text('profile.email.submit') }).click()
      await patient.see('profile.password.WRONG')
      await capture('06-email')
      await field('profile.password').fill('Cuida-demo-1')
      const requestedAt = new Date()
      await page.getByRole('button', { name: messages.text('profile.email.submit') }).click()
      await expect(field('access.code.label')).toBeVisible()
      await capture('06-email-code')
      await field('access.code.label').fill(await codeSentTo(system.url, 'alex.luna@example.com', requestedAt))
      await toast('profile.email.changed')
      await expect(page.getByText('alex.luna@example.com')).toBeVisible()
      await goTo('/account/profile/phone')
      await field('profile.phone.new').fill(moved.typed)
      await field('profile.password').fill('Cuida-demo-1')
      await capture('07-phone')
      const since = new Date()
      await page.getByRole('button', { name: messages.text('profile.phone.submit') }).click()
      await expect(field('access.code.label')).toBeVisible()
      await capture('08-phone-code')
      await field('access.code.label').fill(await codeSentTo(system.url, moved.phone, since))
      await toast('profile.phone.changed')
      // Displayed in groups, copied without spaces.
      const number = page.getByText(moved.shown)
      await expect(number).toBeVisible()
      expect(await number.evaluate(copiedOf)).toBe(moved.phone)
    })

    test('a patient downloads their data as a file', async () => {
      await goTo('/account/profile/edit')
      const download = patient.page.waitForEvent('download')
      await patient.button('profile.copy.action').click()
      // A wrong password, as a stranger with the unlocked phone would type.
      await field('profile.password').fill('Otra-Clave-9')
      await patient.button('profile.copy.action').click()
      await patient.see('profile.password.WRONG')
      await capture('05-copy')
      await field('profile.password').fill('Cuida-demo-1')
      await patient.button('profile.copy.action').click()
      expect((await download).suggestedFilename()).toMatch(/^cuida-\d{4}-\d\d-\d\d\.json$/)
    })

    test('deleting the account is refused during care and succeeds afterwards [A5.10]', async () => {
      const { page } = patient
      await setConsultationStatus(system.databaseUrl, moved.phone, 'QUEUED')
      await goTo('/account/profile/delete')
      await patient.see('profile.delete.CONSULTATION_ONGOING')
      await capture('09-delete-blocked')
      await setConsultationStatus(system.databaseUrl, moved.phone, 'CLOSED')
      await goTo('/account/profile/delete')
      await field('profile.password').fill('Cuida-demo-1')
      await capture('10-delete')
      await page.getByRole('button', { name: messages.text('profile.delete.submit') }).click()
      await patient.see('profile.deleted.title')
      await capture('11-deleted')
      await patient.button('profile.deleted.action').click()
      await field('access.welcome.phone').fill(moved.typed)
      await patient.see('access.welcome.new')
    })
  })
}

/** Runs in the page: the text that a person would copy. */
function copiedOf(node: Element): string {
  const selection = getSelection()
  selection?.selectAllChildren(node)
  return selection?.toString() ?? ''
}
