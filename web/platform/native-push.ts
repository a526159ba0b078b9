import { PushNotifications } from '@capacitor/push-notifications'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { AppPush, MayWake } from './port.ts'

/** What the server's messages name (server/providers/push/fcm.ts), and the Android project where they name none. */
const CHANNEL = 'notifications'
/** A call rings through: shown above other apps, and by its words alone on a locked screen. */
const SHOWN = { importance: 4, visibility: 1 } as const
/** An iPhone without a network answers when it has one again. */
const PATIENCE_MS = 15_000

/**
 * The phone's own service for waking apps, Firebase's or Apple's. An Android build without a partner's Firebase
 * (`firebase`, written by native/prepare.ts) has none: asking it for an address would end the app.
 */
export function nativePush(os: 'ios' | 'android', firebase = false): AppPush | undefined {
  if (os === 'android' && !firebase) return undefined
  const waiting = new Set<(address: string | Error) => void>()
  const hear = new Set<(address: string) => void>()
  const answer = (said: string | Error) => {
    for (const tell of waiting) tell(said)
    waiting.clear()
  }
  // What Firebase and Apple give while nobody waits is a new address.
  void PushNotifications.addListener('registration', ({ value }) => {
    const address = os === 'ios' ? value.toLowerCase() : value
    answer(address)
    for (const tell of hear) tell(address)
  }).catch(() => {})
  void PushNotifications.addListener('registrationError', ({ error }) => answer(new Error(error))).catch(() => {})
  return {
    kind: os === 'ios' ? VENDOR.apns : VENDOR.fcm,
    permission: async () => saidOf(await PushNotifications.checkPermissions()),
    ask: async () => saidOf(await PushNotifications.requestPermissions()),
    async register(name) {
      if (os === 'android' && name) await PushNotifications.createChannel({ id: CHANNEL, name, ...SHOWN })
      return new Promise<string>((resolve, reject) => {
        const timer = setTimeout(() => settle(new Error('no address')), PATIENCE_MS)
        const settle = (said: string | Error) => {
          clearTimeout(timer)
          waiting.delete(settle)
          if (typeof said === 'string') resolve(said)
          else reject(said)
        }
        waiting.add(settle)
        PushNotifications.register().catch(settle)
      })
    },
    async unregister() {
      // What still lies on the screen was for who is gone; an iPhone that never had an address refuses.
      await PushNotifications.removeAllDeliveredNotifications().catch(() => {})
      await PushNotifications.unregister()
    },
    onAddress: (handler) => void hear.add(handler),
    onTap(handler) {
      const tapped = PushNotifications.addListener('pushNotificationActionPerformed', ({ actionId, notification }) => {
        const { path } = notification.data ?? {}
        if (actionId === 'tap' && typeof path === 'string') handler(path)
      })
      void tapped.catch(() => {})
    },
  }
}

const saidOf = ({ receive }: { receive: string }): MayWake =>
  receive === 'granted' || receive === 'denied' ? receive : 'prompt'
