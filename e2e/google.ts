import { type Browser, expect, type Page } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import postgres from 'postgres'
import type { SimulatorPerson } from '../simulators/google/people.ts'
import type { messagesOf } from './messages.ts'
import type { RunningSystem } from './system.ts'

/** The password of a person who had none. */
export const PASSWORD = 'Camino-verde-7'

export interface Role {
  language: 'es' | 'en'
  person: SimulatorPerson
  phone: string
}

export async function withDatabase<T>(system: RunningSystem, work: (db: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const db = postgres(system.databaseUrl, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Skips the minimum interval between two codes. */
export const skipCodeInterval = (system: RunningSystem) =>
  withDatabase(system, (db) => db`update code_sent set at = at - interval '5 minutes'`)

export const codeOf = (secret: string): string =>
  new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) }).generate()

/** Enables an authenticator through the API; other journeys use the screens. */
export async function enrol(system: RunningSystem, identifier: string): Promise<string> {
  const send = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const reply = await fetch(`${system.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await reply.json()) as Record<string, string>
  }
  const { accessToken = '' } = await send('/auth/login', { identifier, password: PASSWORD })
  const { secret = '' } = await send('/user/authenticator', { password: PASSWORD }, accessToken)
  await send('/user/authenticator/confirmation', { code: codeOf(secret) }, accessToken)
  await withDatabase(system, (db) => db`update authenticator set step = 0`)
  return secret
}

export async function visitor(browser: Browser, language: 'es' | 'en'): Promise<Page> {
  const context = await browser.newContext({ locale: language })
  return context.newPage()
}

export async function goToGoogle(system: RunningSystem, page: Page): Promise<void> {
  await page.goto(`${system.url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  await page.locator('a[href="/api/connect/google"]').click()
  await expect(page).toHaveURL(/\/simulators\/google\/authorize/)
}

export const choose = (page: Page, { email }: SimulatorPerson) => page.getByRole('button', { name: email }).click()

export async function fillProfile(page: Page, messages: ReturnType<typeof messagesOf>, { phone }: Role): Promise<void> {
  const birth = page.getByRole('group', { name: messages.text('access.profile.dateOfBirth') }).getByRole('textbox')
  for (const [index, part] of ['31', '3', '1990'].entries()) await birth.nth(index).fill(part)
  await page.getByRole('radio', { name: messages.text('access.profile.sex.Female') }).check()
  await page.getByLabel(messages.text('access.profile.phone'), { exact: true }).fill(phone.slice(3))
  await page.getByRole('checkbox').check({ position: { x: 20, y: 20 } })
}

/** Records the page's requests after the return to the app's origin. */
export function recordRequests(page: Page) {
  const recording = { codes: [] as string[], traces: [] as string[] }
  page.on('response', async (response) => {
    const code = /#code=(\S+)$/.exec(response.headers().location ?? '')?.[1]
    if (code) recording.codes.push(code)
  })
  page.on('request', (request) => {
    // The opened address is checked elsewhere; no other request may contain the token.
    if (request.isNavigationRequest() && request.url().includes('/account/connect/')) return
    recording.traces.push(`${request.url()} ${JSON.stringify(request.headers())}`)
  })
  return recording
}

/** Every address in this tab's history, as the browser stores it. */
export async function historyAddresses(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const { entries } = await devtools.send('Page.getNavigationHistory')
  // Without `userTypedURL`, which a real person's typing would fill.
  return JSON.stringify(entries.map(({ url, title }) => [url, title]))
}

export async function plan(system: RunningSystem, fault: { fault: string; path: string }): Promise<void> {
  const answer = await fetch(`${system.url}/simulators/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', ...fault }),
  })
  expect(answer.ok).toBe(true)
}
