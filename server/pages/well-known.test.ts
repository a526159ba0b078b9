import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { openContent } from '../services.ts'
import { testSettings } from '../testing/test-context.ts'
import { securityRoute, wellKnownRoutes } from './well-known.ts'

const APPLE = '/.well-known/apple-app-site-association'
const partnerConfig = async (PARTNER: string) =>
  (await openContent({ PARTNER, CONTENT_URL: undefined, CONTENT_TOKEN: undefined, DATA_DIR: '' })).config
const ANDROID = '/.well-known/assetlinks.json'
const print = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
async function fetchWellKnown(more: Record<string, string>) {
  const app = Fastify()
  wellKnownRoutes(app, readEnv({ ...testSettings('postgres://nobody@127.0.0.1/none', 'vida-ligera'), ...more }))
  return { apple: await app.inject(APPLE), android: await app.inject(ANDROID) }
}

test('the partner’s native apps may open the links of this host, except those of the desk and the API', async () => {
  const IOS_APP = 'A1B2C3D4E5.example.vidaligera.app'
  const { apple, android } = await fetchWellKnown({ IOS_APP, ANDROID_APP: `example.vidaligera.app,${print}` })
  expect(apple.headers['content-type']).toMatch(/^application\/json/)
  const [details] = apple.json().applinks.details
  expect(details.appIDs).toEqual([IOS_APP])
  expect(details.components).toContainEqual({ '/': '/desk*', exclude: true })
  expect(details.components.at(-1)).toEqual({ '/': '/*' })
  expect(apple.json().webcredentials).toEqual({ apps: [IOS_APP] })
  expect(android.json()[0].relation).toContain('delegate_permission/common.get_login_creds')
  expect(android.json()[0].target).toEqual({
    namespace: 'android_app',
    package_name: 'example.vidaligera.app',
    sha256_cert_fingerprints: [print],
  })
})

test('without a native app the files are missing', async () => {
  const { apple, android } = await fetchWellKnown({})
  expect([apple.statusCode, android.statusCode]).toEqual([404, 404])
})

test.each([
  ['IOS_APP', 'example.vidaligera.app'],
  ['ANDROID_APP', 'example.vidaligera.app'],
  ['ANDROID_APP', 'example.vidaligera.app,AB:CD'],
])('%s cannot be "%s"', async (name, value) => {
  await expect(fetchWellKnown({ [name]: value })).rejects.toThrow(name)
})

test('security.txt names the contact and an expiry date (RFC 9116)', async () => {
  const app = Fastify()
  const config = await partnerConfig('vida-ligera')
  const env = readEnv(testSettings('postgres://nobody@127.0.0.1/none', 'vida-ligera'))
  const at = new Date('2026-11-22T15:00:00Z')
  securityRoute(app, { env, config, now: () => at })
  const { headers, body } = await app.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual([
    `Contact: mailto:${config.partnerConfig.supportProvider.info.email}`,
    'Expires: 2027-02-20T00:00:00.000Z',
    'Preferred-Languages: es, en',
    'Canonical: http://127.0.0.1:3000/.well-known/security.txt',
    '',
  ])
})
