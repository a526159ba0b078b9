import { generateKeyPairSync } from 'node:crypto'
import { type RunningTwins, startTwins } from '@cuida/twins/test-twins.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { message, postTo, pushContract } from './contract.ts'
import { fcmPush } from './fcm.ts'
import { type AppDevice, PushGone } from './port.ts'
import { TWIN_SERVICE_ACCOUNT } from './twin-keys.ts'

const account = JSON.parse(TWIN_SERVICE_ACCOUNT)
const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const strange = { ...account, private_key: strangers.export({ format: 'pem', type: 'pkcs8' }) }

type Phone = AppDevice<'fcm'>
const phone = async (twins: { url: string }): Promise<{ device: Phone; id: string }> => {
  const { token } = await postTo<{ token: string }>(`${twins.url}/twins/fcm/phones`)
  return { device: { kind: 'fcm', address: token }, id: token }
}
const sender = ({ url }: { url: string }, more: object = {}) =>
  fcmPush({ account, baseUrl: `${url}/twins/fcm`, tokenUrl: `${url}/twins/fcm/token`, ...more })

pushContract<Phone>({
  name: 'fcm',
  twin: { provider: 'fcm', sends: 'messages:send' },
  adapter: (twins, { timeoutMs, stranger, unreached } = {}) =>
    sender(unreached ? { url: 'http://127.0.0.1:9' } : twins, { timeoutMs, ...(stranger ? { account: strange } : {}) }),
  device: phone,
  leave: (twins, id) => fetch(`${twins.url}/twins/fcm/phones?token=${encodeURIComponent(id)}`, { method: 'DELETE' }),
})

let twins: RunningTwins
beforeAll(async () => {
  twins = await startTwins()
})
afterAll(() => twins.close())

test('a token that was never one of Firebase’s is gone', async () => {
  await expect(sender(twins).wake({ kind: 'fcm', address: 'made-up' }, message)).rejects.toBeInstanceOf(PushGone)
})

test('one access token serves many messages, and one that was taken back is asked for again', async () => {
  const { device, id } = await phone(twins)
  const same = sender(twins)
  await same.wake(device, message)
  // Were another one asked for, this would fail.
  await twins.plan({ provider: 'fcm', fault: '5xx', path: '/token' })
  await same.wake(device, message)
  await twins.clearFaults()
  await fetch(`${twins.url}/twins/fcm/tokens`, { method: 'DELETE' })
  await expect(same.wake(device, message)).rejects.toBeInstanceOf(ProviderDown)
  await same.wake(device, message)
  expect(await twins.outbox(id)).toHaveLength(3)
})

test('a Google that gives no token is an outage, and nothing was sent', async () => {
  const { device, id } = await phone(twins)
  const same = sender(twins)
  await twins.plan({ provider: 'fcm', fault: '5xx', path: '/token' })
  await expect(same.wake(device, message)).rejects.toBeInstanceOf(ProviderDown)
  expect(await twins.outbox(id)).toEqual([])
  await same.wake(device, message)
  expect(await twins.outbox(id)).toHaveLength(1)
})
