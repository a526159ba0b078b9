import { generateKeyPairSync } from 'node:crypto'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { postJson, pushContract, testPushMessage } from './contract.ts'
import { fcmPush } from './fcm.ts'
import { type AppDevice, PushGone } from './port.ts'
import { SIMULATOR_SERVICE_ACCOUNT } from './simulator-keys.ts'

const account = JSON.parse(SIMULATOR_SERVICE_ACCOUNT)
const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const strange = { ...account, private_key: strangers.export({ format: 'pem', type: 'pkcs8' }) }

type Phone = AppDevice<'fcm'>
const phone = async (simulators: { url: string }): Promise<{ device: Phone; id: string }> => {
  const { token } = await postJson<{ token: string }>(`${simulators.url}/simulators/fcm/phones`)
  return { device: { kind: 'fcm', address: token }, id: token }
}
const sender = ({ url }: { url: string }, more: object = {}) =>
  fcmPush({ account, baseUrl: `${url}/simulators/fcm`, tokenUrl: `${url}/simulators/fcm/token`, ...more })

pushContract<Phone>({
  name: 'fcm',
  simulator: { provider: 'fcm', sends: 'messages:send' },
  adapter: (simulators, { timeoutMs, stranger, unreached } = {}) =>
    sender(unreached ? { url: 'http://127.0.0.1:9' } : simulators, {
      timeoutMs,
      ...(stranger ? { account: strange } : {}),
    }),
  device: phone,
  leave: (simulators, id) =>
    fetch(`${simulators.url}/simulators/fcm/phones?token=${encodeURIComponent(id)}`, { method: 'DELETE' }),
})

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

test('a token that Firebase never issued is gone', async () => {
  await expect(sender(simulators).wake({ kind: 'fcm', address: 'made-up' }, testPushMessage)).rejects.toBeInstanceOf(
    PushGone,
  )
})

test('one access token serves many messages, and a revoked one is replaced', async () => {
  const { device, id } = await phone(simulators)
  const same = sender(simulators)
  await same.wake(device, testPushMessage)
  // Requesting another token would fail here.
  await simulators.plan({ provider: 'fcm', fault: '5xx', path: '/token' })
  await same.wake(device, testPushMessage)
  await simulators.clearFaults()
  await fetch(`${simulators.url}/simulators/fcm/tokens`, { method: 'DELETE' })
  await expect(same.wake(device, testPushMessage)).rejects.toBeInstanceOf(ProviderDown)
  await same.wake(device, testPushMessage)
  expect(await simulators.outbox(id)).toHaveLength(3)
})

test('a failing token endpoint is an outage, and nothing was sent', async () => {
  const { device, id } = await phone(simulators)
  const same = sender(simulators)
  await simulators.plan({ provider: 'fcm', fault: '5xx', path: '/token' })
  await expect(same.wake(device, testPushMessage)).rejects.toBeInstanceOf(ProviderDown)
  expect(await simulators.outbox(id)).toEqual([])
  await same.wake(device, testPushMessage)
  expect(await simulators.outbox(id)).toHaveLength(1)
})
