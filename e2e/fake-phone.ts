import { readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { createAuthenticator } from '../server/access/passkey/test-software-authenticator.ts'
import { ROOT } from '../tools/run.ts'

/** A call over Capacitor's bridge, as the page posts it. */
interface Posted {
  callbackId: string
  pluginId: string
  methodName: string
  options: Record<string, unknown>
}

interface Phone {
  os: 'ios' | 'android'
  version: string
  launchUrl?: string
  /** The origin that the phone signs passkeys for; without it the phone has none. */
  passkeyOrigin?: string
}

const PRESSED = 'pushNotificationActionPerformed'

/** Methods that the native side of our plugins announces. */
const PLUGINS: Record<string, string[]> = {
  PushNotifications: [
    ...['checkPermissions', 'requestPermissions', 'createChannel', 'register', 'unregister'],
    ...['removeAllDeliveredNotifications', 'addListener', 'removeListener'],
  ],
  App: ['getInfo', 'getLaunchUrl', 'exitApp', 'addListener', 'removeListener'],
  AppLauncher: ['openUrl'],
  Browser: ['open', 'close'],
  CapacitorPasskey: ['isSupported', 'createCredential', 'getCredential'],
  CapacitorCalendar: ['requestWriteOnlyCalendarAccess', 'createEventWithPrompt'],
  Filesystem: ['writeFile', 'rmdir'],
  Haptics: ['impact', 'notification', 'vibrate'],
  SecureStorage: [
    'internalGetItem',
    'internalSetItem',
    'internalRemoveItem',
    'internalClearItemsWithPrefix',
    'internalGetPrefixedKeys',
    'setSynchronizeKeychain',
  ],
  Share: ['share'],
  SystemBars: ['setStyle'],
}
/** Capacitor's own script, which runs before the page's. */
const BRIDGE = `${ROOT}/node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js`

/**
 * A fake native side of the app: it answers plugin calls like a real phone and records them. Its state survives a
 * reload of the page, as a keychain does.
 */
export class FakePhone {
  readonly keychain = new Map<string, { data: string; access: unknown }>()
  readonly asked: Posted[] = []
  /** Files of the app's cache by path, as base64. */
  readonly cache = new Map<string, string>()
  /** Plugin methods that fail, with their error message. */
  readonly refuses = new Map<string, string>()
  readonly settings: Phone
  /** The person closes the phone's dialog for passkeys. */
  closesPasskeys = false
  private readonly authenticator: ReturnType<typeof createAuthenticator>
  private page: Page | undefined
  /** The notification permission, now and once asked; and the app's push token. */
  readonly push = { said: 'prompt', asked: 'granted', address: '' }
  private readonly retained = new Map<string, object>()
  private readonly listeners = new Map<string, Posted>()

  constructor(settings: Phone) {
    this.settings = settings
    this.authenticator = createAuthenticator({ origin: settings.passkeyOrigin ?? '' })
  }

  /** Installs the bridge in every page of the context. */
  async enter(context: BrowserContext): Promise<Page> {
    await context.exposeBinding('toPhone', (_, message: string) => this.live(JSON.parse(message)))
    await context.addInitScript(bridgeScript(this.settings.os))
    this.page = await context.newPage()
    return this.page
  }

  /** Taps a notification; an app that does not run receives it once it adds the listener. */
  async press(path: string, { starts = false } = {}): Promise<void> {
    const tapped = { actionId: 'tap', notification: { data: { path } } }
    if (starts) this.retained.set(PRESSED, tapped)
    else await this.tell(PRESSED, tapped)
  }

  private async live(call: Posted): Promise<void> {
    await this.hear(call)
    if (call.methodName === 'register') await this.tell('registration', { value: this.push.address })
    const event = call.methodName === 'addListener' ? String(call.options.eventName) : ''
    const retainedEvent = this.retained.get(event)
    this.retained.delete(event)
    if (retainedEvent) await this.tell(event, retainedEvent)
  }

  private async tell(event: string, data: object): Promise<void> {
    const listener = this.listeners.get(event)
    if (listener) await this.answer(listener, { data, save: true })
  }

  calls = (plugin: string, method: string) =>
    this.asked.filter(({ pluginId, methodName }) => pluginId === plugin && methodName === method)

  /** Fires a system event: the back button, an opened link, a resume. */
  async happen(event: 'backButton' | 'appUrlOpen' | 'resume', data: object): Promise<void> {
    // A new page may not listen yet; a phone retains the event.
    await expect.poll(() => this.listeners.has(event), `the app listens to ${event}`).toBe(true)
    await this.tell(event, data)
  }

  private async hear(call: Posted): Promise<void> {
    if (!call.pluginId) return
    this.asked.push(call)
    // A new page adds its listeners again.
    if (call.methodName === 'addListener') this.listeners.set(String(call.options.eventName), call)
    else await this.answer(call, this.outcomeOf(call))
  }

  private outcomeOf(call: Posted): object {
    if (this.closesPasskeys && call.methodName === 'getCredential') {
      // As Android's Credential Manager says it.
      return { success: false, error: { message: 'activity is cancelled by the user.', code: 'UnknownError' } }
    }
    const message = this.refuses.get(call.methodName)
    return message ? { success: false, error: { message } } : { data: this.resultOf(call) }
  }

  private resultOf({ pluginId, methodName, options }: Posted): object {
    const key = String(options.prefixedKey)
    if (pluginId === 'App' && methodName === 'getInfo') {
      return { name: 'Vida Ligera', id: 'example.vidaligera.app', build: '1', version: this.settings.version }
    }
    if (pluginId === 'App' && methodName === 'getLaunchUrl') {
      return this.settings.launchUrl ? { url: this.settings.launchUrl } : {}
    }
    if (pluginId === 'CapacitorPasskey') return this.passkeyOf(methodName, options)
    if (pluginId === 'Filesystem') return this.fileOf(methodName, options)
    if (methodName === 'requestWriteOnlyCalendarAccess') return { result: 'granted' }
    if (methodName === 'createEventWithPrompt') return { id: null }
    if (methodName === 'openUrl') return { completed: true }
    if (methodName === 'internalGetItem') return { data: this.keychain.get(key)?.data ?? null }
    if (methodName === 'internalSetItem') this.keychain.set(key, { data: String(options.data), access: options.access })
    if (methodName === 'internalRemoveItem') return { success: this.keychain.delete(key) }
    if (methodName === 'internalClearItemsWithPrefix') this.keychain.clear()
    if (methodName === 'internalGetPrefixedKeys') return { keys: [...this.keychain.keys()] }
    if (methodName === 'requestPermissions') this.push.said = this.push.asked
    if (/Permissions$/.test(methodName)) return { receive: this.push.said }
    return {}
  }

  private passkeyOf(methodName: string, { requestJson }: Record<string, unknown>): object {
    if (methodName === 'isSupported') return { available: this.settings.passkeyOrigin !== undefined }
    const options = JSON.parse(String(requestJson))
    return methodName === 'createCredential' ? this.authenticator.create(options) : this.authenticator.get(options)
  }

  private fileOf(methodName: string, { path, data }: Record<string, unknown>): object {
    const name = String(path)
    const folder = `${path}/`
    if (methodName === 'writeFile') this.cache.set(name, String(data))
    else for (const cachedPath of this.cache.keys()) if (cachedPath.startsWith(folder)) this.cache.delete(cachedPath)
    return { uri: `file:///data/cache/${encodeURI(name)}` }
  }

  private async answer({ callbackId, pluginId, methodName }: Posted, result: object): Promise<void> {
    const message = { callbackId, pluginId, methodName, success: true, ...result }
    const deliver = (payload: object) => {
      const { Capacitor } = window as unknown as { Capacitor: { fromNative(result: object): void } }
      Capacitor.fromNative(payload)
    }
    // The page may be gone, as on a reload.
    await this.page?.evaluate(deliver, message).catch(() => {})
  }
}

function bridgeScript(os: Phone['os']): string {
  const headers = Object.entries(PLUGINS).map(([name, methods]) => ({
    name,
    methods: methods.map((method) => ({ name: method, rtype: method === 'addListener' ? 'callback' : 'promise' })),
  }))
  const post = {
    android: 'window.androidBridge = { postMessage: (message) => void window.toPhone(message) }',
    ios: 'window.webkit = { messageHandlers: { bridge: { postMessage: (call) => void window.toPhone(JSON.stringify(call)) } } }',
  }
  return [
    'window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} }',
    post[os],
    readFileSync(BRIDGE, 'utf8'),
    `window.Capacitor.PluginHeaders = ${JSON.stringify(headers)}`,
  ].join(';\n')
}
