import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import type { Messages } from './messages.ts'
import { DEMO_PASSWORD } from './patient-browser.ts'
import { capture } from './screens.ts'

export interface Staff {
  email: string
  password: string
  totpSecret: string
}

/** A clinician at the desk. */
export class Clinician {
  readonly page: Page
  readonly messages: Messages
  readonly url: string
  readonly pictures: string

  constructor(page: Page, messages: Messages, url: string, pictures: string) {
    this.page = page
    this.messages = messages
    this.url = url
    this.pictures = pictures
  }

  button = (key: string) => this.page.getByRole('button', { name: this.messages.pattern(key) }).first()
  press = (key: string) => this.button(key).click()
  see = (key: string) => expect(this.page.getByText(this.messages.pattern(key)).first()).toBeVisible()
  capture = (name: string) => capture(this.page, `${this.pictures}-${name}`)

  async signIn({ email, password, totpSecret }: Staff): Promise<void> {
    const { page, messages } = this
    await page.goto(`${this.url}/desk`)
    await page.getByLabel(messages.text('desk.signIn.email')).fill(email)
    await page.getByLabel(messages.text('desk.signIn.password'), { exact: true }).fill(password)
    await this.capture('01-sign-in')
    await this.press('desk.signIn.continue')
    const code = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(totpSecret) }).generate()
    await page.getByLabel(messages.text('desk.signIn.code')).fill(code)
    await expect(page.getByRole('heading', { name: messages.text('desk.queue.title') })).toBeVisible()
  }

  /** Opens a patient's row and takes the consultation. */
  async attend(firstName: string): Promise<void> {
    await this.page
      .getByRole('link', { name: new RegExp(firstName) })
      .first()
      .click()
    await this.capture('02-queue')
    await this.press('desk.take.attend')
    await expect(this.button('desk.call.start.video')).toBeVisible()
  }

  async writeAndClose(notes: string): Promise<void> {
    await this.page.getByLabel(this.messages.text('desk.notes.label')).fill(notes)
    await this.see('desk.notes.saved')
    await this.press('desk.close.open')
    await this.page
      .getByRole('dialog')
      .getByRole('radio', { name: this.messages.pattern('desk.close.completed') })
      .check()
    await this.capture('05-close')
    await this.press('desk.close.confirm')
    await this.see('desk.close.done')
  }
}

/** A desktop browser: wide, without touch. */
export const deskBrowser = (browser: Browser, locale = 'es-ES'): Promise<BrowserContext> =>
  browser.newContext({ locale, viewport: { width: 1280, height: 800 }, isMobile: false })

interface Desk {
  url: string
  messages: Messages
  locale: string
  pictures: string
}

/** Signs a demo clinician or manager in at the desk. */
export async function openDesk(
  browser: Browser,
  { url, messages, locale, pictures }: Desk,
  staff: Omit<Staff, 'password'>,
): Promise<Clinician> {
  const context = await deskBrowser(browser, locale)
  const clinician = new Clinician(await context.newPage(), messages, url, pictures)
  await clinician.signIn({ ...staff, password: DEMO_PASSWORD })
  return clinician
}
