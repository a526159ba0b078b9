import { addStaffDevice, removeStaffDevice } from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { deskPush } from './NotificationSettingsDialog.tsx'
import { choiceOf, draftOf } from './staff-notification-queries.ts'

vi.mock('../../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

const endpoint = 'https://push.example/device'
const device = {
  endpoint,
  unsubscribe: async () => true,
  toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }),
}
const register = vi.fn()
/** Fakes the web push API with permission granted, and with a subscription or without. */
function browser(known: typeof device | undefined, permission = 'granted'): void {
  const registration = { pushManager: { getSubscription: async () => known, subscribe: async () => device } }
  register.mockResolvedValue(registration)
  vi.stubGlobal('navigator', {
    serviceWorker: { register, ready: registration, getRegistration: async () => registration },
  })
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
}
afterEach(() => vi.unstubAllGlobals())

const draft = draftOf({ channels: ['email', 'push', 'desk'], topics: ['bookings'], quiet: null })
test('quiet hours are sent only when they are chosen', () => {
  expect(choiceOf({ ...draft, topics: ['late'], channels: ['desk'] })).toEqual({
    topics: ['late'],
    channels: ['desk'],
    quiet: null,
  })
  expect(choiceOf({ ...draft, isQuiet: true, from: '22:00', until: '07:00' }).quiet).toEqual({
    from: '22:00',
    until: '07:00',
  })
})

test('switching web push on subscribes with the browser’s keys through the desk’s worker', async () => {
  browser(undefined)
  const server = mockServer()
  server.reply(addStaffDevice, null)
  await deskPush.change('off', 'key')
  expect(server.requestsTo(addStaffDevice)).toMatchObject([{ body: { endpoint, p256dh: 'public', auth: 'secret' } }])
  expect(register).toHaveBeenCalledExactlyOnceWith('/desk/push-worker.js', { scope: '/desk/' })
})

test('switching web push off unsubscribes', async () => {
  browser(device)
  const server = mockServer()
  server.reply(removeStaffDevice, null)
  await deskPush.change('on', 'key')
  expect(server.requestsTo(removeStaffDevice)).toMatchObject([{ body: { endpoint } }])
})

test.each([
  ['a subscription that the server has deleted is off', device, 'granted', [], 'off'],
  ['a subscription on both sides is on', device, 'granted', [endpoint], 'on'],
  ['a blocked permission is denied', undefined, 'denied', [endpoint], 'denied'],
])('%s', async (_, known, permission, devices, is) => {
  browser(known, permission)
  expect(await deskPush.state(devices)).toBe(is)
})
