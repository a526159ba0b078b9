import { describe, expect, test, vi } from 'vitest'
import { startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { createGoogleToken, lucia, planGoogleFault, TEST_SITE, TestBrowser } from './test-google.ts'

const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })

const NOBODY = { status: 303, location: '/welcome?reason=unauthorized' }
const plan = (fault: { fault: string; path: string }) => planGoogleFault(context, fault)

const startConnect = (...callbacks: string[]) => {
  const query = callbacks.map((callback) => `callback=${encodeURIComponent(callback)}`).join('&')
  return new TestBrowser(context).get(`/api/connect/google?${query}`)
}

/** Ways to write another site's address, each plain, encoded once and encoded twice. */
function elsewhere(): string[] {
  const callbackUrl = `${TEST_SITE}/account/connect/google`
  const leads = [
    'https://',
    'http://',
    '//',
    '///',
    '/\\',
    '\\\\',
    '/\t/',
    'https:',
    'https:/\\',
    'HTTPS://',
    ' //',
    '\u0000//',
    '／／',
  ]
  const hosts = [
    'evil.example',
    'cuida.test@evil.example',
    'cuida.test.evil.example',
    'evil.example#cuida.test',
    'evil。example',
  ]
  const schemes = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '', '/', '.', '/account/connect/google']
  const nearly = [
    `${callbackUrl}/`,
    `${callbackUrl}?x=1`,
    `${callbackUrl}#x`,
    `${callbackUrl}/../../..`,
    callbackUrl.toUpperCase(),
    `${callbackUrl}\r\nx: y`,
    ` ${callbackUrl}`,
  ]
  const plain = [
    ...leads.flatMap((lead) => hosts.map((host) => `${lead}${host}/account/connect/google`)),
    ...schemes,
    ...nearly,
  ]
  return plain.flatMap((payload) => [
    payload,
    encodeURIComponent(payload),
    encodeURIComponent(encodeURIComponent(payload)),
  ])
}

describe('the redirect to Google', () => {
  test('the redirect requests a code with PKCE, state and nonce, and stores their secrets encrypted in a cookie', async () => {
    const { status, location, answer } = await new TestBrowser(context).get('/api/connect/google')
    const authorizeUrl = new URL(location)
    expect([status, authorizeUrl.origin + authorizeUrl.pathname]).toEqual([
      303,
      `${TEST_SITE}/simulators/google/authorize`,
    ])
    expect(Object.fromEntries(authorizeUrl.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${TEST_SITE}/api/connect/google/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/connect', maxAge: 600 })
    expect(Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1')).not.toContain(
      authorizeUrl.searchParams.get('nonce'),
    )
    expect(cookie?.value).not.toContain(authorizeUrl.searchParams.get('state'))
  })

  test('the request may name our own callback, as in Strapi', async () => {
    expect((await startConnect(`${TEST_SITE}/account/connect/google`)).status).toBe(303)
  })

  test('any other callback is refused, however it is written', async () => {
    for (const callback of elsewhere()) {
      const { status, answer } = await startConnect(callback)
      const wrong = { status: 400, name: 'ValidationError', message: 'Invalid callback URL provided', details: {} }
      // Malformed text is refused before any handler reads it (kit/text-guard.ts).
      const error = callback.includes('\u0000') ? undefined : wrong
      expect([callback, status, answer.json().error]).toEqual([callback, 400, error])
    }
    expect((await startConnect('https://evil.example', 'https://evil.example')).status).toBe(400)
  })

  test('a fourth pending tab removes the oldest one’s cookie', async () => {
    const browser = new TestBrowser(context)
    for (let tab = 0; tab < 6; tab++) await browser.get('/api/connect/google')
    expect(browser.cookies.size).toBe(3)
  })

  test('the redirect ends on Welcome while Google is down', async () => {
    await plan({ fault: '5xx', path: 'openid-configuration' })
    const fresh = await startTestContext({
      demo: false,
      env: { PUBLIC_URL: TEST_SITE, SIMULATORS_URL: context.simulatorsUrl },
    })
    expect(await new TestBrowser(fresh).get('/api/connect/google')).toMatchObject(NOBODY)
    await fresh.close()
  })

  test('the route is closed for a partner without social login', async () => {
    const other = await startTestContext({ partner: 'bem-leve', demo: false, env: { PUBLIC_URL: TEST_SITE } })
    for (const path of ['/api/connect/google', '/api/connect/google/callback?state=s&code=c'])
      expect((await new TestBrowser(other).get(path)).answer.json()).toMatchObject({
        error: { status: 400, name: 'ApplicationError', message: 'This provider is disabled' },
      })
    await other.close()
  })
})

describe('the return from Google', () => {
  test('the return leads to the app with a code in the fragment, which no server sees [A7.31]', async () => {
    const browser = new TestBrowser(context)
    const { status, location, answer } = await browser.get(await browser.leave(lucia))
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/account\/connect\/google#code=once_[\w-]{43}$/)])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(answer.cookies.find(({ name }) => name === 'arrived')).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  })

  test('two tabs can be pending at once, and both return', async () => {
    const browser = new TestBrowser(context)
    const one = await browser.leave(lucia)
    const two = await browser.leave(lucia)
    for (const back of [two, one]) expect((await browser.get(back)).location).toContain('#code=')
  })

  const tampered: [string, (back: URL) => void][] = [
    ['without a state', (back) => back.searchParams.delete('state')],
    ['with an unknown state', (back) => back.searchParams.set('state', 'invented')],
    ['with two states', (back) => back.searchParams.append('state', 'second')],
    ['without a code', (back) => back.searchParams.delete('code')],
    ['with an invented code', (back) => back.searchParams.set('code', '4/invented')],
    ['after the person cancelled', (back) => back.searchParams.set('error', 'access_denied')],
    ['from another issuer', (back) => back.searchParams.set('iss', 'https://evil.example')],
  ]
  test.each(tampered)('a return %s ends on Welcome [A4.11]', async (_, tamper) => {
    const browser = new TestBrowser(context)
    const back = new URL(await browser.leave(lucia), TEST_SITE)
    tamper(back)
    expect(await browser.get(back.pathname + back.search)).toMatchObject(NOBODY)
  })

  test('a return in another browser ends on Welcome: nobody signs in as another person', async () => {
    const back = await new TestBrowser(context).leave(lucia)
    expect(await new TestBrowser(context).get(back)).toMatchObject(NOBODY)
  })

  test('a repeated return ends on Welcome', async () => {
    const browser = new TestBrowser(context)
    const back = await browser.leave(lucia)
    await browser.get(back)
    expect(await browser.get(back)).toMatchObject(NOBODY)
  })

  test('a return with a forged cookie ends on Welcome', async () => {
    const browser = new TestBrowser(context)
    const back = await browser.leave(lucia)
    for (const [name, value] of browser.cookies) browser.cookies.set(name, `${value.slice(0, -4)}AAAA`)
    expect(await browser.get(back)).toMatchObject(NOBODY)
  })

  test.each(['5xx', 'reset', 'malformed', 'truncated', 'wrong-type'])(
    'a return ends on Welcome when Google answers %s',
    async (fault) => {
      const browser = new TestBrowser(context)
      const back = await browser.leave(lucia)
      await plan({ fault, path: 'POST /simulators/google/token' })
      expect(await browser.get(back)).toMatchObject(NOBODY)
    },
  )
})

test('no log line holds a code, a state, a token or an e-mail address', async () => {
  const lines: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const loud = await startTestContext({ demo: false, env: { PUBLIC_URL: TEST_SITE, LOG_LEVEL: 'info' } })
  const browser = new TestBrowser(loud)
  const back = await browser.leave(lucia)
  await planGoogleFault(loud, { fault: '5xx', path: 'POST /simulators/google/token' })
  await browser.get(back)
  const code = await browser.connect(lucia)
  const token = await createGoogleToken(loud, lucia)
  for (const credential of [code, token, 'ya29.invented']) await browser.sendCall(credential)
  await planGoogleFault(loud, { fault: '5xx', path: 'tokeninfo' })
  await browser.sendCall(token)
  await loud.close()
  spy.mockRestore()
  const log = lines.join('')
  expect(log).toContain('/v1/auth/social-login')
  expect(log).toContain('sign-in through a provider failed')
  const query = new URLSearchParams(back.split('?')[1])
  for (const secret of [code, token, query.get('state'), query.get('code'), 'lucia.campos', 'Campos', lucia])
    expect(log).not.toContain(secret)
})
