import { PushNotifications } from '@capacitor/push-notifications'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { AppPush, PushPermission } from './port.ts'

/**
 * The Android channel named in the server's messages (server/providers/push/fcm.ts), and the Android project's
 * default.
 */
const CHANNEL = 'notifications'
/** Call notifications appear above other apps, and on a locked screen with their text. */
const SHOWN = { importance: 4, visibility: 1 } as const
/** How long to wait for a registration, in milliseconds: an offline iPhone answers only when it is online again. */
const TIMEOUT_MS = 15_000

/**
 * Push by Firebase or Apple. An Android build without a partner's Firebase (`firebase`, written by native/prepare.ts)
 * has none: registering would crash the app.
 */
export function nativePush(os: 'ios' | 'android', firebase = false): AppPush | undefined {
  if (os === 'android' && !firebase) return undefined
  const waiting = new Set<(address: string | Error) => void>()
  const listeners = new Set<(address: string) => void>()
  const answer = (result: string | Error) => {
    for (const listener of waiting) listener(result)
    waiting.clear()
  }
  // A token that arrives unrequested replaces the old one.
  void PushNotifications.addListener('registration', ({ value }) => {
    const address = os === 'ios' ? value.toLowerCase() : value
    answer(address)
    for (const listener of listeners) listener(address)
  }).catch(() => {})
  void PushNotifications.addListener('registrationError', ({ error }) => answer(new Error(error))).catch(() => {})
  return {
    kind: os === 'ios' ? VENDOR.apns : VENDOR.fcm,
    permission: async () => toPermission(await PushNotifications.checkPermissions()),
    requestPermission: async () => toPermission(await PushNotifications.requestPermissions()),
    async register(name) {
      if (os === 'android' && name) await PushNotifications.createChannel({ id: CHANNEL, name, ...SHOWN })
      return new Promise<string>((resolve, reject) => {
        const timer = setTimeout(() => settle(new Error('push registration timed out without a token')), TIMEOUT_MS)
        const settle = (result: string | Error) => {
          clearTimeout(timer)
          waiting.delete(settle)
          if (typeof result === 'string') resolve(result)
          else reject(result)
        }
        waiting.add(settle)
        PushNotifications.register().catch(settle)
      })
    },
    async unregister() {
      // Notifications still on the screen belong to the previous person; an iPhone that was never registered rejects.
      await PushNotifications.removeAllDeliveredNotifications().catch(() => {})
      await PushNotifications.unregister()
    },
    onAddress: (handler) => void listeners.add(handler),
    onTap(handler) {
      const tapped = PushNotifications.addListener('pushNotificationActionPerformed', ({ actionId, notification }) => {
        const { path } = notification.data ?? {}
        if (actionId === 'tap' && typeof path === 'string') handler(path)
      })
      void tapped.catch(() => {})
    },
  }
}

const toPermission = ({ receive }: { receive: string }): PushPermission =>
  receive === 'granted' || receive === 'denied' ? receive : 'prompt'
