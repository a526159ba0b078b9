import { addStaffDevice, removeStaffDevice } from '@cuida/core/care/staff-news/staff-news-api.ts'
import { api } from '../../kit/api.ts'

/** What this browser can do about being woken, and what its person said. */
export type Waking = 'unsupported' | 'denied' | 'off' | 'on'
const WORKER = '/desk/push-worker.js'
const SCOPE = '/desk/'
/** Trusted Types: the one script that the desk names by its address (server/pages/desk-pages.ts). */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string }
}
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('push-worker', {
  createScriptURL: () => WORKER,
})

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** `devices`: whom the server may wake. What it has forgotten is off, whatever the browser remembers. */
export async function wakingOf(devices: readonly string[]): Promise<Waking> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const own = Notification.permission === 'granted' ? await subscription() : undefined
  return own && devices.includes(own.endpoint) ? 'on' : 'off'
}

async function subscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  return registration?.pushManager.getSubscription()
}

/** The other one of what it is. */
export const changeWaking = (now: Waking, applicationServerKey: string): Promise<Waking> =>
  now === 'off' ? allow(applicationServerKey) : refuse()

/** Asks the person, then the browser, then tells the server. Only ever after a press. */
async function allow(applicationServerKey: string): Promise<Waking> {
  if ((await Notification.requestPermission()) !== 'granted') return wakingOf([])
  const registration = await navigator.serviceWorker.register(policy?.createScriptURL('') ?? WORKER, { scope: SCOPE })
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  await navigator.serviceWorker.ready
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys } = made.toJSON()
  try {
    await api(addStaffDevice, { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  return 'on'
}

async function refuse(): Promise<Waking> {
  const made = await subscription()
  if (made) {
    await api(removeStaffDevice, { endpoint: made.endpoint })
    await made.unsubscribe()
  }
  return 'off'
}
