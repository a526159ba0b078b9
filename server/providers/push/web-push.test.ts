import { startSimulators } from '@cuida/simulators/test-simulators.ts'
import { expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { postJson, pushContract, testPushMessage } from './contract.ts'
import type { WebDevice } from './port.ts'
import { vapidOf } from './vapid.ts'
import { webPush } from './web-push.ts'

const APP_SECRET = 'x'.repeat(43)
const SUBJECT = 'mailto:hello@cuida.test'
const reached = ({ url }: { url: string }) => ({
  seen: 'http://cuida.test/simulators/push/',
  reached: `${url}/simulators/push/`,
})

interface Subscribed {
  endpoint: string
  keys: { p256dh: string; auth: string }
}
async function browser(simulators: { url: string }): Promise<{ device: WebDevice; id: string }> {
  const { publicKey } = vapidOf({ APP_SECRET })
  const { endpoint, keys } = await postJson<Subscribed>(`${simulators.url}/simulators/push/subscriptions`, {
    applicationServerKey: publicKey,
  })
  return { device: { kind: 'web', address: endpoint, ...keys }, id: endpoint.split('/').at(-1) ?? '' }
}

pushContract<WebDevice>({
  name: 'web-push',
  simulator: { provider: 'push', sends: '/send/' },
  adapter: (simulators, { timeoutMs, stranger, unreached } = {}) =>
    webPush({
      vapid: vapidOf({ APP_SECRET: stranger ? 'y'.repeat(43) : APP_SECRET }),
      subject: SUBJECT,
      simulator: reached({ url: unreached ? 'http://127.0.0.1:9' : simulators.url }),
      ...(timeoutMs ? { timeoutMs } : {}),
    }),
  device: browser,
  leave: (simulators, id) => fetch(`${simulators.url}/simulators/push/subscriptions/${id}`, { method: 'DELETE' }),
})

test('a message encrypted for another browser cannot be read by this one', async () => {
  const simulators = await startSimulators()
  const sender = webPush({ vapid: vapidOf({ APP_SECRET }), subject: SUBJECT, simulator: reached(simulators) })
  const { device } = await browser(simulators)
  const other = await browser(simulators)
  const sent = sender.wake({ ...device, auth: other.device.auth }, testPushMessage)
  await expect(sent).rejects.toBeInstanceOf(ProviderDown)
  await simulators.close()
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evil.example/fcm.googleapis.com', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://169.254.169.254/latest', false],
  ['https://localhost/abc', false],
  ['no address', false],
])('the endpoint %s is allowed: %s', (endpoint, allowed) => {
  const simulator = reached({ url: 'http://127.0.0.1:9' })
  expect(webPush({ vapid: vapidOf({ APP_SECRET }), subject: SUBJECT, simulator }).isAllowed(endpoint)).toBe(allowed)
})

test('the same secret gives the same keys in every process, and another secret others', () => {
  expect(vapidOf({ APP_SECRET })).toEqual(vapidOf({ APP_SECRET }))
  expect(vapidOf({ APP_SECRET })).not.toEqual(vapidOf({ APP_SECRET: 'y'.repeat(43) }))
})

test('half a key pair is an error that names the setting', () => {
  expect(() => vapidOf({ VAPID_PUBLIC_KEY: 'p' })).toThrow('These settings are missing: VAPID_PRIVATE_KEY')
  expect(() => vapidOf({ VAPID_PRIVATE_KEY: 'p' })).toThrow('These settings are missing: VAPID_PUBLIC_KEY')
})
