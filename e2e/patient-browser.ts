import { type BrowserContext, expect, type Page } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { refuseCookies } from './cookies.ts'
import type { Messages } from './messages.ts'

export const DEMO_PASSWORD = 'Cuida-demo-1'
export const HOLDER = { phone: '+34600000001', typed: '600 00 00 01', shown: '+34 600 00 00 01', name: 'Ana' }
export const NEWCOMER = { phone: '+34600000002', typed: '600 00 00 02' }

/** A patient's browser context: signs in and finds fields, buttons and texts by their keys. */
export class PatientBrowser {
  readonly context: BrowserContext
  readonly messages: Messages
  readonly url: string

  constructor(context: BrowserContext, messages: Messages, url: string) {
    this.context = context
    refuseCookies(context)
    this.messages = messages
    this.url = url
  }

  async open(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(this.url + path)
    await page.waitForSelector('html[data-ready]')
    return page
  }

  field = (page: Page, key: string) => page.getByLabel(this.messages.text(key), { exact: true })
  button = (page: Page, key: string) => page.getByRole('button', { name: this.messages.pattern(key) })
  link = (page: Page, key: string) => page.getByRole('link', { name: this.messages.pattern(key) })
  see = (page: Page, key: string) => expect(page.getByText(this.messages.pattern(key)).first()).toBeVisible()
  heading = (page: Page, key: string) => page.getByRole('heading', { name: this.messages.pattern(key) })

  /** Enters phone and password. The lookup of a number is rate limited; beyond it the form asks for the password at once. */
  async enter(page: Page, typed: string, password = DEMO_PASSWORD): Promise<void> {
    await this.field(page, 'access.welcome.phone').fill(typed)
    await page.keyboard.press('Enter')
    await this.field(page, 'access.welcome.password').fill(password)
    await page.keyboard.press('Enter')
  }

  async signIn(typed: string): Promise<Page> {
    const page = await this.open('/welcome')
    await this.enter(page, typed)
    await expect(page).toHaveURL(/how-can-we-help/)
    return page
  }
}

/** Creates sessions of the account on other devices, as a native app does. */
export async function signInElsewhere(url: string, phone: string, times: number): Promise<void> {
  for (let device = 0; device < times; device++) {
    const reply = await fetch(`${url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-app': 'patient' },
      body: JSON.stringify({ identifier: phone, password: DEMO_PASSWORD }),
    })
    expect([200, 201, 429]).toContain(reply.status)
  }
}

/** Changes an account as staff can. */
export async function changeAccount(
  databaseUrl: string,
  phone: string,
  change: { status?: string; debug?: boolean },
): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  await db`update account set ${db(change)} where phone = ${phone}`
  await db.end()
}

export async function endSessionsOf(databaseUrl: string, phone: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  await db`
    update session set ended_at = now(), end_reason = 'logout'
    where ended_at is null and account_id = (select id from account where phone = ${phone})`
  await db.end()
}
