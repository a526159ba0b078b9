import { addPushDevice, removePushDevice } from '@cuida/core/profile/notifications-api.ts'
import { api } from '../kit/api.ts'
import { platform } from '../platform/platform.ts'

/** What this browser can do about being woken, and what its person said. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'
const WORKER = '/push-worker.js'
/** Trusted Types: the one script that the app names by its address, whatever it is asked for (server/pages/shell.ts). */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string }
}
const waking = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('push-worker', {
  createScriptURL: () => WORKER,
})

/** iPhones have it only for a page on the Home screen; a native app has its own way. */
const isSupported = (): boolean =>
  platform().kind === 'web' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** `devices`: whom the server may wake. What it has forgotten, at a sign-out, is off whatever the browser remembers. */
export async function pushState(devices: readonly string[]): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const own = Notification.permission === 'granted' ? await subscription() : undefined
  return own && devices.includes(own.endpoint) ? 'on' : 'off'
}

async function subscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return registration?.pushManager.getSubscription()
}

/** Asks the person, then the browser, then tells the server. Only ever after a tap: a page that asks by itself is refused. */
async function allowPush(applicationServerKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState([])
  await navigator.serviceWorker.register(waking?.createScriptURL('') ?? WORKER, { scope: '/' })
  const { pushManager } = await navigator.serviceWorker.ready
  const old = await pushManager.getSubscription()
  // Of another key, or told to a session that is gone: it begins anew.
  await old?.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys } = made.toJSON()
  try {
    await api(addPushDevice, { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  return 'on'
}

/** The other one of what it is. */
export const changePush = (now: PushState, applicationServerKey: string): Promise<PushState> =>
  now === 'off' ? allowPush(applicationServerKey) : refusePush()

async function refusePush(): Promise<PushState> {
  const made = await subscription()
  if (made) {
    await api(removePushDevice, { endpoint: made.endpoint })
    await made.unsubscribe()
  }
  return 'off'
}
