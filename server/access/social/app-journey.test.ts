import { createHash, randomBytes } from 'node:crypto'
import { socialLogin } from '@cuida/core/access/api.ts'
import { getSecurity, linkGoogle, startGoogleLink } from '@cuida/core/access/security/security-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { newClientAddress, newPatient, newSession, PASSWORD } from '../test-people.ts'
import { diego, lucia, TEST_SITE, TestBrowser } from './test-google.ts'

// A native app opens Google in the phone's browser: two programs that share no cookies (RFC 7636, RFC 8252).

const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })
beforeEach(async () => {
  await context.db`delete from social_identity`
})

const LINK = '/api/connect/google/link'
const appLinkOf = (arrival: string) => `${context.services.env.PAYMENT_ORIGIN}/to-the-app${arrival}`

function newApp() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
const away = (challenge: string) => `/api/connect/google?app=${challenge}`
const codeIn = (address: string) => new URL(address).hash.replace('#code=', '')

/** Through the phone's browser to Google and back to the page that leads into the app. */
async function journey(subject: string, by: string, browser = new TestBrowser(context)): Promise<string> {
  return (await browser.get(await browser.leave(subject, by))).location
}
const signIn = (code: string, verifier?: string, cookie = '') =>
  context.sendCall(
    socialLogin,
    { provider: 'google', accessToken: code, ...(verifier ? { verifier } : {}) },
    { from: newClientAddress(), headers: { cookie } },
  )

describe('signing in with Google in the app', () => {
  test('the return ends on a page of another host, with a code for the app that has the secret', async () => {
    const { challenge, verifier } = newApp()
    const address = await journey(lucia, away(challenge))
    expect(address).toMatch(/\/to-the-app\/account\/connect\/google#code=once_/)
    expect(address.split('#')[0]).toBe(appLinkOf('/account/connect/google'))
    expect((await signIn(codeIn(address), verifier)).body).toMatchObject({ isNewUser: true })
    expect(await signIn(codeIn(address), verifier)).toMatchObject({ status: 400 })
  })

  test('the code alone, with another app’s secret or in the phone’s browser, signs in to nothing', async () => {
    const ownApp = newApp()
    const other = newApp()
    const browser = new TestBrowser(context)
    const code = codeIn(await journey(lucia, away(ownApp.challenge), browser))
    const refused = { status: 400, body: { code: 'SOCIAL_LOGIN_REFUSED' } }
    expect(await signIn(code)).toMatchObject(refused)
    expect(await signIn(code, other.verifier)).toMatchObject(refused)
    expect(await signIn(code, undefined, browser.cookie)).toMatchObject(refused)
    expect(await signIn(code, ownApp.challenge)).toMatchObject(refused)
    expect((await signIn(code, ownApp.verifier)).status).toBe(200)
  })

  test('an app’s secret cannot complete a browser’s return', async () => {
    const code = await new TestBrowser(context).connect(lucia)
    expect((await signIn(code, newApp().verifier)).status).toBe(400)
  })

  test('a cancellation at Google leads back into the app without a code', async () =>
    expect(await journey('', away(newApp().challenge))).toBe(appLinkOf('/account/connect/google')))

  test.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}=`, `${'x'.repeat(42)}%0a`])(
    'the challenge "%s" is refused',
    async (challenge) => expect((await new TestBrowser(context).get(away(challenge))).status).toBe(400),
  )
})

describe('linking Google in the app', () => {
  async function someone() {
    const { accountId } = await newPatient(context)
    const { token } = await newSession(context, accountId)
    const app = newApp()
    const depart = async (challenge = app.challenge) =>
      context.sendCall(startGoogleLink, { password: PASSWORD, challenge }, { token, from: newClientAddress() })
    const link = (code: string, verifier = app.verifier) =>
      context.sendCall(linkGoogle, { code, verifier }, { token, from: newClientAddress() })
    const google = async () => (await context.sendCall(getSecurity, {}, { token })).body.google
    return { app, depart, link, google }
  }

  test('linking takes the password in the app and the redirect in the phone’s browser, without a shared cookie', async () => {
    const me = await someone()
    const { body, headers } = await me.depart()
    expect(headers['set-cookie']).toBeUndefined()
    const address = await journey(lucia, String(body.address))
    expect(address.split('#')[0]).toBe(appLinkOf('/account/connect/google/link'))
    expect((await me.link(codeIn(address))).status).toBe(204)
    expect(await me.google()).toBe('linked')
  })

  test('a stolen link address links the thief’s Google account to nobody, and signs nobody in', async () => {
    const me = await someone()
    const code = codeIn(await journey(diego, String((await me.depart()).body.address)))
    expect((await me.link(code, newApp().verifier)).status).toBe(400)
    expect((await signIn(code, me.app.verifier)).status).toBe(400)
    expect((await (await someone()).link(code, me.app.verifier)).status).toBe(400)
    expect(await me.google()).toBe('unlinked')
  })

  test.each(['nonsense', 'eyJhbGciOiJkaXIifQ..a.b.c'])(
    'a link intent that this server did not encrypt (%s) is refused',
    async (intent) =>
      expect(await new TestBrowser(context).get(`${LINK}?intent=${intent}`)).toMatchObject({
        status: 303,
        location: '/account/connect/google/link',
      }),
  )
})

describe('the page that leads back into the app', () => {
  const at = (path: string, host = new URL(context.services.env.PAYMENT_ORIGIN).host, language = 'es') =>
    context.app.inject({ url: `/to-the-app${path}`, headers: { host, 'accept-language': language } })

  test('the page has one link into the app, by this deployment’s own host', async () => {
    const { body, headers } = await at('/account/connect/google')
    expect(body.match(/href="[^"]*"/g)).toEqual([`href="${TEST_SITE}/account/connect/google"`])
    expect(body).not.toContain('http-equiv')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*script-src 'sha256-[\w+/]+='$/)
  })

  test('the link has the partner’s colour', async () => {
    const { brand } = context.services.config.brand
    expect((await at('/account/connect/google')).body).toContain(`a.press{background:${brand};color:#fff`)
  })

  test('the page is in the phone’s language, if the partner supports it', async () => {
    expect((await at('/account/connect/google', undefined, 'en-GB')).body).toContain('<html lang="en">')
    expect((await at('/account/connect/google', undefined, 'fi')).body).toContain('<html lang="es-ES">')
  })

  test('the page exists on that host only, and for these paths only', async () => {
    expect((await at('/account/connect/google', new URL(TEST_SITE).host)).statusCode).toBe(404)
    for (const path of ['/welcome', '/account/connect/google/x', '//evil.example', ''])
      expect((await at(path)).statusCode, path).not.toBe(200)
  })
})
