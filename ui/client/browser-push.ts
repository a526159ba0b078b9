import { registerWorker } from './register-worker.ts'

/** Whether web push is supported, permitted and subscribed. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

interface Place {
  /** The address and the scope of the service worker. */
  worker: string
  scope: string
  /** Adds or removes the push subscription on the server. */
  add: (browser: { endpoint: string; p256dh: string; auth: string }) => Promise<unknown>
  remove: (browser: { endpoint: string }) => Promise<unknown>
}

/** iOS supports web push only for pages on the Home screen. */
const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Web push for one app of the product: the patient app or the desk. */
export function browserPush({ worker, scope, add, remove }: Place) {
  const subscription = async (): Promise<PushSubscription | null | undefined> =>
    (await navigator.serviceWorker.getRegistration(scope))?.pushManager.getSubscription()

  /**
   * `devices` are the subscriptions that the server has. One that the server deleted at a sign-out counts as off,
   * even if the browser still has it.
   */
  async function state(devices: readonly string[]): Promise<PushState> {
    if (!isSupported()) return 'unsupported'
    if (Notification.permission === 'denied') return 'denied'
    const own = Notification.permission === 'granted' ? await subscription() : undefined
    return own && devices.includes(own.endpoint) ? 'on' : 'off'
  }

  /**
   * Asks the user for permission, subscribes in the browser, and informs the server. Call it from a press: browsers
   * refuse a prompt that a page opens by itself.
   */
  async function allow(applicationServerKey: string): Promise<PushState> {
    if ((await Notification.requestPermission()) !== 'granted') return state([])
    const { pushManager } = await registerWorker(worker, scope)
    await navigator.serviceWorker.ready
    // The existing subscription may have another key or belong to an ended session: it is replaced.
    await (await pushManager.getSubscription())?.unsubscribe()
    const newSubscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    const { endpoint = '', keys } = newSubscription.toJSON()
    try {
      await add({ endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
    } catch (error) {
      await newSubscription.unsubscribe()
      throw error
    }
    return 'on'
  }

  async function refuse(): Promise<PushState> {
    const currentSubscription = await subscription()
    if (currentSubscription) {
      await remove({ endpoint: currentSubscription.endpoint })
      await currentSubscription.unsubscribe()
    }
    return 'off'
  }

  /** Toggles the subscription. */
  const change = (now: PushState, applicationServerKey: string): Promise<PushState> =>
    now === 'off' ? allow(applicationServerKey) : refuse()

  return { state, change }
}
