import { addStaffDevice, removeStaffDevice } from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { waking } from './NotificationSettingsDialog.tsx'
import { choiceOf, draftOf } from './staff-notification-queries.ts'

vi.mock('../../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

const endpoint = 'https://push.example/device'
const device = {
  endpoint,
  unsubscribe: async () => true,
  toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }),
}
const register = vi.fn()
/** As much of a browser as waking it needs: one that its person lets be woken, with a device or none yet. */
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
test('quiet hours are sent only where they are chosen', () => {
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

test('a browser that was off is woken from now on, with its own keys, by the desk’s own worker', async () => {
  browser(undefined)
  const server = mockServer()
  server.reply(addStaffDevice, null)
  await waking.change('off', 'key')
  expect(server.requestsTo(addStaffDevice)).toMatchObject([{ body: { endpoint, p256dh: 'public', auth: 'secret' } }])
  expect(register).toHaveBeenCalledExactlyOnceWith('/desk/push-worker.js', { scope: '/desk/' })
})

test('a browser that was on is woken no more', async () => {
  browser(device)
  const server = mockServer()
  server.reply(removeStaffDevice, null)
  await waking.change('on', 'key')
  expect(server.requestsTo(removeStaffDevice)).toMatchObject([{ body: { endpoint } }])
})

test.each([
  ['what the server has forgotten is off', device, 'granted', [], 'off'],
  ['what both know is on', device, 'granted', [endpoint], 'on'],
  ['what its person blocked is denied', undefined, 'denied', [endpoint], 'denied'],
])('%s', async (_, known, permission, devices, is) => {
  browser(known, permission)
  expect(await waking.state(devices)).toBe(is)
})
