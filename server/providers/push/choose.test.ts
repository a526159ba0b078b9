import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ProviderEnv } from '../../kit/provider-settings.ts'
import { chooseProviders } from '../index.ts'
import { canPush } from './port.ts'
import { SIMULATOR_APNS_KEY, SIMULATOR_SERVICE_ACCOUNT } from './simulator-keys.ts'

/** A clinic with only the settings that these tests are about. */
const bare = {
  PUBLIC_URL: 'https://cuida.test',
  PAYMENT_ORIGIN: 'https://cards.test',
  DISABLED_PROVIDERS: 'payments, messages, mail, postalCodes',
}
const apple = { APNS_KEY: SIMULATOR_APNS_KEY, APNS_KEY_ID: 'ABCDE12345', APNS_TEAM_ID: 'TEAM123456', APNS_TOPIC: 'a.b' }
const google = { FCM_SERVICE_ACCOUNT: SIMULATOR_SERVICE_ACCOUNT }
const of = (more: Partial<ProviderEnv>) =>
  chooseProviders({ env: { APP_SECRET: 'x'.repeat(43), ...bare, ...more }, paymentProvider: 'none' })
const android = { kind: 'fcm', address: 'a' } as const
const iphone = { kind: 'apns', address: 'b' } as const
const browser = { kind: 'web', address: 'https://fcm.googleapis.com/fcm/send/abc' } as const
const woken = (more: Partial<ProviderEnv>) => [browser, android, iphone].map((device) => canPush(of(more), device))

test.each([
  ['with neither sends to browsers', {}, [true, false, false], ['fcm', 'apns']],
  ['with Firebase sends to Android too', google, [true, true, false], ['apns']],
  ['with Apple’s key sends to iPhones', apple, [true, false, true], ['fcm']],
  ['with both sends to all', { ...google, ...apple }, [true, true, true], []],
  [
    'with one of them disabled does without it',
    { ...google, ...apple, DISABLED_PROVIDERS: `${bare.DISABLED_PROVIDERS}, fcm` },
    ...[[true, false, true], ['fcm']],
  ],
  [
    'without push sends to nobody',
    { ...google, ...apple, DISABLED_PROVIDERS: `${bare.DISABLED_PROVIDERS}, push` },
    ...[
      [false, false, false],
      ['push', 'fcm', 'apns'],
    ],
  ],
] as [string, Partial<ProviderEnv>, boolean[], string[]][])(
  'a deployment %s',
  (_, more, expected, disabledCapabilities) => {
    expect(woken(more)).toEqual(expected)
    expect(of(more).disabledCapabilities.filter((name) => ['push', 'fcm', 'apns'].includes(name))).toEqual(
      disabledCapabilities,
    )
  },
)

test('keys can be read from files, and a key can be one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const account = join(folder, 'account.json')
  const key = join(folder, 'key.p8')
  writeFileSync(account, SIMULATOR_SERVICE_ACCOUNT)
  writeFileSync(key, SIMULATOR_APNS_KEY)
  expect(woken({ ...apple, FCM_SERVICE_ACCOUNT: account, APNS_KEY: key })).toEqual([true, true, true])
  expect(woken({ ...apple, APNS_KEY: SIMULATOR_APNS_KEY.replaceAll('\n', '\\n') })).toEqual([true, false, true])
})

test.each([
  [
    'an incomplete Apple configuration',
    { APNS_KEY: SIMULATOR_APNS_KEY, APNS_TOPIC: 'a.b' },
    'missing: APNS_KEY_ID, APNS_TEAM_ID',
  ],
  ['an invalid service account', { FCM_SERVICE_ACCOUNT: '{"type":"canary"}' }, 'FCM_SERVICE_ACCOUNT is invalid'],
  ['invalid JSON', { FCM_SERVICE_ACCOUNT: '{canary' }, 'FCM_SERVICE_ACCOUNT is invalid'],
  ['a missing file', { FCM_SERVICE_ACCOUNT: '/canary/x.json' }, 'FCM_SERVICE_ACCOUNT names a file'],
  ['an invalid key', { ...apple, APNS_KEY: '/dev/null' }, 'APNS_KEY is invalid'],
])('%s is an error that names the setting and not its value', (_, more, message) => {
  expect(() => of(more)).toThrow(message)
  expect(() => of(more)).not.toThrow('canary')
})
