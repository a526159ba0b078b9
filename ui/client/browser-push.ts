/** What a browser can do about being woken, and what its person said. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

interface Place {
  /** Address of the service worker that is woken, and what of the site it sees. */
  worker: string
  scope: string
  /** Tells the server whom it may wake, or may no longer. */
  add: (browser: { endpoint: string; p256dh: string; auth: string }) => Promise<unknown>
  remove: (browser: { endpoint: string }) => Promise<unknown>
}

/** Trusted Types: the one script that a page names by its address, whatever it is asked for (server/pages). */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string }
}

/** iPhones have it only for a page on the Home screen. */
const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Being woken by Web Push at one place of the product: the app, or the desk. */
export function browserPush({ worker, scope, add, remove }: Place) {
  const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('push-worker', {
    createScriptURL: () => worker,
  })
  const subscription = async (): Promise<PushSubscription | null | undefined> =>
    (await navigator.serviceWorker.getRegistration(scope))?.pushManager.getSubscription()

  /** `devices`: whom the server may wake. What it has forgotten, at a sign-out, is off whatever the browser remembers. */
  async function state(devices: readonly string[]): Promise<PushState> {
    if (!isSupported()) return 'unsupported'
    if (Notification.permission === 'denied') return 'denied'
    const own = Notification.permission === 'granted' ? await subscription() : undefined
    return own && devices.includes(own.endpoint) ? 'on' : 'off'
  }

  /** Asks the person, then the browser, then tells the server. Only ever after a press: a page that asks by itself is refused. */
  async function allow(applicationServerKey: string): Promise<PushState> {
    if ((await Notification.requestPermission()) !== 'granted') return state([])
    const { pushManager } = await navigator.serviceWorker.register(policy?.createScriptURL('') ?? worker, { scope })
    await navigator.serviceWorker.ready
    // Of another key, or told to a session that is gone: it begins anew.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    const { endpoint = '', keys } = made.toJSON()
    try {
      await add({ endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
    } catch (error) {
      await made.unsubscribe()
      throw error
    }
    return 'on'
  }

  async function refuse(): Promise<PushState> {
    const made = await subscription()
    if (made) {
      await remove({ endpoint: made.endpoint })
      await made.unsubscribe()
    }
    return 'off'
  }

  /** The other one of what it is. */
  const change = (now: PushState, applicationServerKey: string): Promise<PushState> =>
    now === 'off' ? allow(applicationServerKey) : refuse()

  return { state, change }
}
