import { addAppDevice, getNotifications, removeAppDevice } from '@cuida/core/notifications/choice/notifications-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import type { AppPush, PushPermission } from '../../platform/port.ts'
import { keepAppPush } from './app-push.ts'
import { getPushState, isPushSupported, togglePush } from './NotificationsScreen.tsx'

const OLD = 'o'.repeat(40)
const NEW = 'n'.repeat(40)
const entries = vi.hoisted(() => new Map<string, string>())
const phone = vi.hoisted(() => ({ push: undefined as unknown }))
vi.mock('../../platform/platform.ts', async (original) => {
  const actual = await original<typeof import('../../platform/platform.ts')>()
  const storage = {
    get: (key: string) => entries.get(key) ?? null,
    set: (key: string, value: string) => void entries.set(key, value),
    remove: (key: string) => void entries.delete(key),
  }
  const app = { kind: 'native', apiUrl: '', tokenMode: 'cookie', storage }
  return { ...actual, platform: () => ({ ...app, push: phone.push }), fromApi: (path: string) => path }
})

/** A fake of the phone's push service. */
function played({ said = 'granted', asked = said }: { said?: PushPermission; asked?: PushPermission } = {}) {
  const handlers: ((address: string) => void)[] = []
  const push = {
    kind: 'fcm',
    permission: async () => said,
    requestPermission: vi.fn(async () => asked),
    register: vi.fn(async () => NEW),
    unregister: vi.fn(async () => {}),
    onAddress: (handler) => void handlers.push(handler),
    onTap: () => {},
  } satisfies AppPush
  phone.push = push
  return { push, gives: (address: string) => handlers.forEach((handler) => void handler(address)) }
}
/** A session that is signed in or not; the test triggers changes. */
function person(isIn: boolean) {
  const changes: Parameters<typeof session.onChange>[0][] = []
  vi.spyOn(session, 'isSignedIn').mockReturnValue(isIn)
  vi.spyOn(session, 'onChange').mockImplementation((listener) => {
    changes.push(listener)
    return () => {}
  })
  return (...change: Parameters<(typeof changes)[0]>) => changes.forEach((listener) => void listener(...change))
}
beforeEach(() => {
  loadMessages('es', { 'profile.push.channel': 'Avisos' })
  entries.clear()
  vi.restoreAllMocks()
})

describe('push of a native app', () => {
  test.each([
    ['on when the server has its token', 'granted', OLD, [OLD], 'on'],
    ['off when the server has removed its token', 'granted', OLD, [NEW], 'off'],
    ['off when only another phone is registered', 'granted', undefined, [OLD], 'off'],
    ['off before permission is asked', 'prompt', OLD, [OLD], 'off'],
    ["refused when the phone's settings deny it", 'denied', OLD, [OLD], 'denied'],
  ] as const)('push is %s', async (_, said, storedAddress, devices, state) => {
    played({ said })
    if (storedAddress) entries.set('pushAddress', storedAddress)
    expect(await getPushState(devices)).toBe(state)
  })

  test('push is not offered where the server or the app does not support it', () => {
    played()
    expect(isPushSupported({ disabledCapabilities: [] })).toBe(true)
    expect(isPushSupported({ disabledCapabilities: ['apns'] })).toBe(true)
    expect(isPushSupported({ disabledCapabilities: ['fcm'] })).toBe(false)
    phone.push = undefined
    expect(isPushSupported({ disabledCapabilities: [] })).toBe(false)
  })

  test('switching on registers the token', async () => {
    played({ said: 'prompt', asked: 'granted' })
    const server = mockServer()
    server.reply(addAppDevice, null)
    await togglePush('off', 'key')
    expect(server.requestsTo(addAppDevice).map(({ body }) => body)).toEqual([{ kind: 'fcm', token: NEW }])
  })
  test('push counts as on only after the server stored the token', async () => {
    const { push } = played()
    mockServer().refuse(addAppDevice, 'UNEXPECTED', 500)
    await expect(togglePush('off', 'key')).rejects.toMatchObject({ status: 500 })
    expect(entries.get('pushAddress')).toBeUndefined()
    mockServer().reply(addAppDevice, null)
    expect(await togglePush('off', 'key')).toBe('on')
    expect(entries.get('pushAddress')).toBe(NEW)
    expect(push.register).toHaveBeenCalledWith('Avisos')
  })
  test('push does not start without permission', async () => {
    const { push } = played({ said: 'denied', asked: 'denied' })
    expect(await togglePush('off', 'key')).toBe('denied')
    expect(push.register).not.toHaveBeenCalled()
  })
  test('switching off stops push', async () => {
    played()
    entries.set('pushAddress', OLD)
    const server = mockServer()
    server.reply(removeAppDevice, null)
    await togglePush('on', 'key')
    expect(server.requestsTo(removeAppDevice).map(({ body }) => body)).toEqual([{ token: OLD }])
  })
  test('push ends at the server, and then on the phone', async () => {
    const { push } = played()
    entries.set('pushAddress', OLD)
    mockServer().refuse(removeAppDevice, 'UNEXPECTED', 500)
    await expect(togglePush('on', 'key')).rejects.toMatchObject({ status: 500 })
    expect([entries.get('pushAddress'), push.unregister.mock.calls.length]).toEqual([OLD, 0])
    mockServer().reply(removeAppDevice, null)
    expect(await togglePush('on', 'key')).toBe('off')
    expect([entries.get('pushAddress'), push.unregister.mock.calls.length]).toEqual([undefined, 1])
  })
})

describe('a push token', () => {
  test.each([
    ['the token is requested again while push is on', OLD, true, 1],
    ['the token is not requested while push is off', undefined, true, 0],
    ['the token is not requested while signed out', OLD, false, 0],
  ])('%s', (_, storedAddress, isIn, times) => {
    const { push } = played()
    person(isIn)
    if (storedAddress) entries.set('pushAddress', storedAddress)
    keepAppPush(push)
    expect(push.register).toHaveBeenCalledTimes(times)
  })

  test('a new token replaces the one that the server has', async () => {
    const { push, gives } = played()
    person(true)
    entries.set('pushAddress', OLD)
    keepAppPush(push)
    const server = mockServer()
    server.reply(getNotifications, { devices: [OLD] })
    for (const call of [addAppDevice, removeAppDevice]) server.reply(call, null)
    gives(NEW)
    await expect.poll(() => server.requests.length).toBe(3)
    expect(entries.get('pushAddress')).toBe(NEW)
    expect(server.requestsTo(addAppDevice).map(({ body }) => body)).toEqual([{ kind: 'fcm', token: NEW }])
    expect(server.requestsTo(removeAppDevice).map(({ body }) => body)).toEqual([{ token: OLD }])
  })

  test('a token that the server removed is not sent again, and an unchanged one sends nothing', async () => {
    const { push, gives } = played()
    person(true)
    entries.set('pushAddress', OLD)
    keepAppPush(push)
    const server = mockServer()
    gives(OLD)
    await new Promise((resolve) => setTimeout(resolve))
    expect(server.requests).toEqual([])
    server.reply(getNotifications, { devices: [] })
    gives(NEW)
    await expect.poll(() => server.requests.length).toBe(1)
    expect([entries.get('pushAddress'), server.requestsTo(addAppDevice)]).toEqual([OLD, []])
  })

  test.each([
    ['left', 1, undefined],
    ['idle', 0, OLD],
    ['expired', 0, OLD],
  ] as const)('a token is removed at sign-out only: %s', (reason, times, expectedAddress) => {
    const { push } = played()
    const happens = person(true)
    entries.set('pushAddress', OLD)
    keepAppPush(push)
    happens(false, reason)
    expect([push.unregister.mock.calls.length, entries.get('pushAddress')]).toEqual([times, expectedAddress])
  })
})
