import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nativePush } from './native-push.ts'
import type { AppPush } from './port.ts'

const listeners = new Map<string, (pushData: object) => void>()
const plugin = vi.hoisted(() => ({
  addListener: vi.fn(),
  checkPermissions: vi.fn(),
  requestPermissions: vi.fn(),
  createChannel: vi.fn(async () => {}),
  register: vi.fn(async () => {}),
  unregister: vi.fn(async () => {}),
  removeAllDeliveredNotifications: vi.fn(async () => {}),
}))
vi.mock('@capacitor/push-notifications', () => ({ PushNotifications: plugin }))
const happens = (event: string, data: object) => listeners.get(event)?.(data)

beforeEach(() => {
  listeners.clear()
  vi.clearAllMocks()
  plugin.addListener.mockImplementation(async (event: string, listener: (data: object) => void) => {
    listeners.set(event, listener)
  })
})
afterEach(() => void vi.useRealTimers())

const phone = (os: 'ios' | 'android' = 'android'): AppPush => nativePush(os, true) as AppPush

test("an Android app without a partner's Firebase has no push", () => {
  expect(nativePush('android')).toBeUndefined()
  expect(plugin.addListener).not.toHaveBeenCalled()
  expect(nativePush('ios')?.kind).toBe('apns')
  expect(phone().kind).toBe('fcm')
})

test.each([
  ['granted', 'granted'],
  ['denied', 'denied'],
  ['prompt', 'prompt'],
  ['prompt-with-rationale', 'prompt'],
])("the phone's permission %s means %s", async (receive, meant) => {
  plugin.checkPermissions.mockResolvedValue({ receive })
  plugin.requestPermissions.mockResolvedValue({ receive })
  expect([await phone().permission(), await phone().requestPermission()]).toEqual([meant, meant])
})

test('Android creates a channel and then returns a token', async () => {
  plugin.register.mockImplementation(async () => happens('registration', { value: 'AbC:1' }))
  expect(await phone().register('Avisos')).toBe('AbC:1')
  expect(plugin.createChannel).toHaveBeenCalledExactlyOnceWith({
    id: 'notifications',
    name: 'Avisos',
    importance: 4,
    visibility: 1,
  })
})

test("an iPhone has no channel; its token is in the server's format", async () => {
  plugin.register.mockImplementation(async () => happens('registration', { value: 'AB09' }))
  expect(await phone('ios').register('Avisos')).toBe('ab09')
  expect(plugin.createChannel).not.toHaveBeenCalled()
})

test.each([
  ['refuses registration', async () => happens('registrationError', { error: 'no Play services' }), 'no Play services'],
  ['fails to register', async () => Promise.reject(new Error('gone')), 'gone'],
])('a phone that %s returns no token', async (_, register, message) => {
  plugin.register.mockImplementation(register)
  await expect(phone().register('Avisos')).rejects.toThrow(message)
})

test('a silent phone times out, and a later token is reported', async () => {
  vi.useFakeTimers()
  plugin.register.mockImplementation(async () => {})
  const one = phone('ios')
  const addresses: string[] = []
  one.onAddress((address) => addresses.push(address))
  const expectation = expect(one.register('Avisos')).rejects.toThrow('timed out without a token')
  await vi.advanceTimersByTimeAsync(15_000)
  await expectation
  happens('registration', { value: 'CD' })
  expect(addresses).toEqual(['cd'])
})

test('a tapped notification opens its screen; a dismissed one does nothing', () => {
  const pressed: string[] = []
  phone().onTap((path) => pressed.push(path))
  const tap = (actionId: string, data: unknown) =>
    happens('pushNotificationActionPerformed', { actionId, notification: { data } })
  tap('dismiss', { path: '/a' })
  tap('tap', undefined)
  tap('tap', { path: 7 })
  tap('tap', { path: '/consultations/1' })
  expect(pressed).toEqual(['/consultations/1'])
})

test('ending push removes shown notifications', async () => {
  plugin.removeAllDeliveredNotifications.mockRejectedValueOnce(new Error('never registered'))
  await phone().unregister()
  expect(plugin.unregister).toHaveBeenCalledOnce()
})
