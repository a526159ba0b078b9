import { generateKeyPairSync } from 'node:crypto'
import { credentials } from '@cuida/simulators/credentials.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type ApnsSettings, apnsPasses, apnsPush } from './apns.ts'
import { postJson, pushContract, testPushMessage } from './contract.ts'
import { type AppDevice, PushGone } from './port.ts'
import { SIMULATOR_APNS_KEY } from './simulator-keys.ts'

const { keyId, teamId, topic } = credentials.apns
const apnsKey = { key: SIMULATOR_APNS_KEY, keyId, teamId, topic }
const strangers = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const strange = String(strangers.export({ format: 'pem', type: 'pkcs8' }))

type Phone = AppDevice<'apns'>
const phone = async (simulators: { url: string }): Promise<{ device: Phone; id: string }> => {
  const { token } = await postJson<{ token: string }>(`${simulators.url}/simulators/apns/phones`)
  return { device: { kind: 'apns', address: token }, id: token }
}
const sender = ({ url }: { url: string }, more: Partial<ApnsSettings> = {}) =>
  apnsPush({ ...apnsKey, baseUrl: `${url}/simulators/apns`, ...more })

pushContract<Phone>({
  name: 'apns',
  simulator: { provider: 'apns', sends: '/3/device/' },
  adapter: (simulators, { timeoutMs, stranger, unreached } = {}) =>
    sender(unreached ? { url: 'http://127.0.0.1:9' } : simulators, {
      timeoutMs,
      ...(stranger ? { key: strange } : {}),
    }),
  device: phone,
  leave: (simulators, id) =>
    fetch(`${simulators.url}/simulators/apns/phones?token=${encodeURIComponent(id)}`, { method: 'DELETE' }),
})

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())
afterEach(() => void vi.useRealTimers())
const at = (iso: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(iso) })

test('a token that Apple never issued is gone', async () => {
  const same = sender(simulators)
  await expect(same.wake({ kind: 'apns', address: 'ab'.repeat(32) }, testPushMessage)).rejects.toBeInstanceOf(PushGone)
  same.close?.()
})

test('a wrong topic is our own error, and no device is removed', async () => {
  const { device } = await phone(simulators)
  const same = sender(simulators, { topic: 'example.other' })
  await expect(same.wake(device, testPushMessage)).rejects.toThrow(new ProviderDown('apns', '400 TopicDisallowed'))
  same.close?.()
})

test('a closed connection is opened again', async () => {
  const { device, id } = await phone(simulators)
  const same = sender(simulators)
  await same.wake(device, testPushMessage)
  same.close?.()
  await same.wake(device, testPushMessage)
  same.close?.()
  expect(await simulators.outbox(id)).toHaveLength(2)
})

test('an expired authentication token is renewed, and the notification is sent with the new one', async () => {
  const { device, id } = await phone(simulators)
  const same = sender(simulators)
  await same.wake(device, testPushMessage)
  await fetch(`${simulators.url}/simulators/apns/passes`, { method: 'DELETE' })
  await same.wake(device, testPushMessage)
  same.close?.()
  expect(await simulators.outbox(id)).toHaveLength(2)
})

test('the authentication token is the same for 45 minutes in every process, and then replaced', async () => {
  at('2026-11-23T10:00:00Z')
  const passes = apnsPasses(apnsKey)
  const first = await passes.get()
  at('2026-11-23T10:29:00Z')
  expect(await passes.get()).toBe(first)
  const elsewhere = await apnsPasses(apnsKey).get()
  expect(claims(elsewhere)).toEqual(claims(first))
  at('2026-11-23T10:31:00Z')
  expect(claims(await passes.get()).iat).toBeGreaterThan(claims(first).iat)
})

test('the authentication token is never older than Apple accepts', async () => {
  for (let minute = 0; minute < 120; minute += 7) {
    at(new Date(Date.UTC(2026, 10, 23, 10, minute)).toISOString())
    const age = Date.now() / 1000 - claims(await apnsPasses(apnsKey).get()).iat
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(3_600)
  }
})

test('a token that several requests see refused is renewed once', async () => {
  at('2026-11-23T10:10:00Z')
  const passes = apnsPasses(apnsKey)
  const old = await passes.get()
  const renewed = await Promise.all([passes.renew(old), passes.renew(old)])
  expect(new Set(renewed).size).toBe(1)
  expect(claims(renewed[0] ?? '').iat).toBe(Date.now() / 1000)
  expect(await passes.get()).toBe(renewed[0])
})

const claims = (pass: string): { iss: string; iat: number } =>
  JSON.parse(Buffer.from(pass.split('.')[1] ?? '', 'base64url').toString())
