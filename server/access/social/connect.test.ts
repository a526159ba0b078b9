import { describe, expect, test, vi } from 'vitest'
import { startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { Browser, googleTokenOf, lucia, planFault, SITE } from './test-google.ts'

const context = await createTestContext({ env: { PUBLIC_URL: SITE } })

const NOBODY = { status: 303, location: '/welcome?reason=unauthorized' }
const plan = (fault: { fault: string; path: string }) => planFault(context, fault)

const ask = (...callbacks: string[]) => {
  const query = callbacks.map((callback) => `callback=${encodeURIComponent(callback)}`).join('&')
  return new Browser(context).get(`/api/connect/google?${query}`)
}

/** Ways to write an address of somebody else, each as it is, encoded once and twice. */
function elsewhere(): string[] {
  const ours = `${SITE}/account/connect/google`
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
    `${ours}/`,
    `${ours}?x=1`,
    `${ours}#x`,
    `${ours}/../../..`,
    ours.toUpperCase(),
    `${ours}\r\nx: y`,
    ` ${ours}`,
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

describe('the way to Google', () => {
  test('asks for a code with PKCE, state and nonce, and leaves the secrets with the browser, sealed', async () => {
    const { status, location, answer } = await new Browser(context).get('/api/connect/google')
    const asked = new URL(location)
    expect([status, asked.origin + asked.pathname]).toEqual([303, `${SITE}/simulators/google/authorize`])
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${SITE}/api/connect/google/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/connect', maxAge: 600 })
    expect(Buffer.from(cookie?.value ?? '', 'base64url').toString('latin1')).not.toContain(
      asked.searchParams.get('nonce'),
    )
    expect(cookie?.value).not.toContain(asked.searchParams.get('state'))
  })

  test('may name our own way back, as Strapi lets it', async () => {
    expect((await ask(`${SITE}/account/connect/google`)).status).toBe(303)
  })

  test('with any other way back than ours is refused, however it is written', async () => {
    for (const callback of elsewhere()) {
      const { status, answer } = await ask(callback)
      const wrong = { status: 400, name: 'ValidationError', message: 'Invalid callback URL provided', details: {} }
      // What is no text is refused before anybody reads it (kit/text-guard.ts).
      const error = callback.includes('\u0000') ? undefined : wrong
      expect([callback, status, answer.json().error]).toEqual([callback, 400, error])
    }
    expect((await ask('https://evil.example', 'https://evil.example')).status).toBe(400)
  })

  test('a fourth tab on its way costs the oldest its way back, so that cookies do not pile up', async () => {
    const browser = new Browser(context)
    for (let tab = 0; tab < 6; tab++) await browser.get('/api/connect/google')
    expect(browser.cookies.size).toBe(3)
  })

  test('ends on Welcome while Google is away', async () => {
    await plan({ fault: '5xx', path: 'openid-configuration' })
    const fresh = await startTestContext({
      demo: false,
      env: { PUBLIC_URL: SITE, SIMULATORS_URL: context.simulatorsUrl },
    })
    expect(await new Browser(fresh).get('/api/connect/google')).toMatchObject(NOBODY)
    await fresh.close()
  })

  test('is closed where the partner has no social login', async () => {
    const other = await startTestContext({ partner: 'bem-leve', demo: false, env: { PUBLIC_URL: SITE } })
    for (const path of ['/api/connect/google', '/api/connect/google/callback?state=s&code=c'])
      expect((await new Browser(other).get(path)).answer.json()).toMatchObject({
        error: { status: 400, name: 'ApplicationError', message: 'This provider is disabled' },
      })
    await other.close()
  })
})

describe('the way back', () => {
  test('leads to the app with a code in the fragment, where no server sees it, and nothing else [A7.31]', async () => {
    const browser = new Browser(context)
    const { status, location, answer } = await browser.get(await browser.leave(lucia))
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/account\/connect\/google#code=once_[\w-]{43}$/)])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(answer.cookies.find(({ name }) => name === 'arrived')).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  })

  test('two tabs on their way at once both come back', async () => {
    const browser = new Browser(context)
    const one = await browser.leave(lucia)
    const two = await browser.leave(lucia)
    for (const back of [two, one]) expect((await browser.get(back)).location).toContain('#code=')
  })

  const tampered: [string, (back: URL) => void][] = [
    ['without a state', (back) => back.searchParams.delete('state')],
    ['with a state of nobody', (back) => back.searchParams.set('state', 'invented')],
    ['with two states', (back) => back.searchParams.append('state', 'second')],
    ['without a code', (back) => back.searchParams.delete('code')],
    ['with an invented code', (back) => back.searchParams.set('code', '4/invented')],
    ['after the person cancelled', (back) => back.searchParams.set('error', 'access_denied')],
    ['from another issuer', (back) => back.searchParams.set('iss', 'https://evil.example')],
  ]
  test.each(tampered)('%s ends on Welcome [A4.11]', async (_, tamper) => {
    const browser = new Browser(context)
    const back = new URL(await browser.leave(lucia), SITE)
    tamper(back)
    expect(await browser.get(back.pathname + back.search)).toMatchObject(NOBODY)
  })

  test('in another browser than the one that left ends on Welcome: nobody is signed in as somebody else', async () => {
    const back = await new Browser(context).leave(lucia)
    expect(await new Browser(context).get(back)).toMatchObject(NOBODY)
  })

  test('a second time ends on Welcome', async () => {
    const browser = new Browser(context)
    const back = await browser.leave(lucia)
    await browser.get(back)
    expect(await browser.get(back)).toMatchObject(NOBODY)
  })

  test('with a forged cookie ends on Welcome', async () => {
    const browser = new Browser(context)
    const back = await browser.leave(lucia)
    for (const [name, value] of browser.cookies) browser.cookies.set(name, `${value.slice(0, -4)}AAAA`)
    expect(await browser.get(back)).toMatchObject(NOBODY)
  })

  test.each(['5xx', 'reset', 'malformed', 'truncated', 'wrong-type'])(
    'with Google answering %s ends on Welcome',
    async (fault) => {
      const browser = new Browser(context)
      const back = await browser.leave(lucia)
      await plan({ fault, path: 'POST /simulators/google/token' })
      expect(await browser.get(back)).toMatchObject(NOBODY)
    },
  )
})

test('no line of the log holds a code, a state, a token or an address of anybody', async () => {
  const lines: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const loud = await startTestContext({ demo: false, env: { PUBLIC_URL: SITE, LOG_LEVEL: 'info' } })
  const browser = new Browser(loud)
  const back = await browser.leave(lucia)
  await planFault(loud, { fault: '5xx', path: 'POST /simulators/google/token' })
  await browser.get(back)
  const code = await browser.connect(lucia)
  const token = await googleTokenOf(loud, lucia)
  for (const brought of [code, token, 'ya29.invented']) await browser.sendCall(brought)
  await planFault(loud, { fault: '5xx', path: 'tokeninfo' })
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
