import { getHelpWindow } from '@cuida/core/support/help/help-api.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { helpPolicy, widgetScript } from './help-window.ts'

describe.each([
  ['bem-leve', true],
  ['vida-ligera', false],
] as const)('%s [B1.10]', (partner, hasWidget) => {
  let context: TestContext
  beforeAll(async () => {
    context = await startTestContext({ partner, demo: false })
  })
  afterAll(() => context.close())
  const page = (host: string) => context.app.inject({ url: '/help-window', headers: { host } })

  test(`the public config ${hasWidget ? 'says where its help widget stands' : 'has no help widget'}`, async () => {
    const { status, body } = await context.sendCall(getHelpWindow, {})
    expect([status, body.url ?? body.code]).toEqual(
      hasWidget ? [200, `${context.services.env.HELP_ORIGIN}/help-window`] : [404, 'NO_HELP_WINDOW'],
    )
  })

  test('the help window is served on its own host alone', async () => {
    const { PAYMENT_ORIGIN, HELP_ORIGIN = '', PUBLIC_URL } = context.services.env
    expect((await page(new URL(HELP_ORIGIN).host)).statusCode).toBe(hasWidget ? 200 : 404)
    for (const other of [PAYMENT_ORIGIN, PUBLIC_URL]) expect((await page(new URL(other).host)).statusCode).toBe(404)
  })

  test('the help window admits one script and one app', async () => {
    if (!hasWidget) return
    const { HELP_ORIGIN = '', PUBLIC_URL } = context.services.env
    const { headers, body } = await page(new URL(HELP_ORIGIN).host)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' ${new URL(PUBLIC_URL).origin};`)
    expect(policy).toContain(`frame-ancestors ${new URL(PUBLIC_URL).origin}`)
    expect(body).toContain(`${PUBLIC_URL}/simulators/zendesk/snippet.js?key=`)
    // The page waits for the app's message: it loads nothing of the widget by itself.
    expect(body.match(/<script[^>]* src="([^"]*)"/g)).toHaveLength(1)
  })
})

const bemLeve = { type: 'zendesk', info: { email: 'a@b.example', whatsapp: '+5511900000099' } } as const
const SCRIPT = 'https://static.zdassets.com/ekr/snippet.js?key=00000000-0000-4000-8000-000000000000'
const scriptOf = (supportProvider: object, SIMULATORS_URL?: string) =>
  widgetScript(
    { PUBLIC_URL: 'https://app.test', SIMULATORS_URL } as never,
    { partnerConfig: { supportProvider } } as never,
  )

test.each([
  [
    'the partner’s own, where there are no simulators',
    { ...bemLeve, widget: { scriptUrl: SCRIPT } },
    undefined,
    SCRIPT,
  ],
  ['none without its address', bemLeve, undefined, undefined],
  ['none with the custom page', { ...bemLeve, type: 'custom', widget: { scriptUrl: SCRIPT } }, undefined, undefined],
])('the widget script: %s [B2.26]', (_, provider, simulators, script) =>
  expect(scriptOf(provider, simulators)).toBe(script),
)

test('the real widget may connect to its own hosts only, framed by the app alone', () => {
  const policy = helpPolicy(['https://app.test', 'capacitor://localhost'], new URL(SCRIPT))
  const hosts = [...policy.matchAll(/(?:https|wss):\/\/([^\s;]+)/g)].map(([_whole, host]) => host)
  expect(new Set(hosts)).toEqual(
    new Set([
      ...['*.zdassets.com', '*.zendesk.com', '*.smooch.io', '*.zdusercontent.com', 'api.smooch.io', 'app.test'],
    ]),
  )
  expect(policy).toContain('frame-ancestors https://app.test capacitor://localhost')
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
