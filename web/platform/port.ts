import type { Config } from '@cuida/core/brand/config.ts'
import type { CalendarEntry } from '@cuida/core/care/calendar-file/calendar-file.ts'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import type { TokenStorage } from '@cuida/ui/client/session/storage.ts'
import type { PasskeyDevice } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import type { InstalledApp } from '../brand/UpdateScreen.tsx'

/** Haptic feedback (product 11.4): a slot picked, a payment done, a ringing call. */
export type Haptic = 'light' | 'success' | 'ring'

/** Permission for push notifications; `prompt`: not asked yet. */
export type PushPermission = 'granted' | 'denied' | 'prompt'

/** Push notifications of an installed app. */
export interface AppPush {
  kind: Vendor<'apps'>
  permission(): Promise<PushPermission>
  /** Asks for permission, which the phone does only once: later it is changed in the phone's settings. */
  requestPermission(): Promise<PushPermission>
  /** Returns this app's push token; `name`, the first time, is the channel's name in Android's settings. */
  register(name?: string): Promise<string>
  /** Invalidates the token and removes shown notifications. */
  unregister(): Promise<void>
  /** Every new token, requested or not: the phone may change it at any time. */
  onAddress(handler: (address: string) => void): void
  /** A notification was tapped, also one that started the app; `path` is its screen. */
  onTap(handler: (path: string) => void): void
}

/** What the app needs of its host, a browser or a native shell. Chosen once, before anything else starts. */
export interface Platform {
  kind: 'web' | 'native'
  os: 'web' | 'ios' | 'android'
  /** Version of the installed app, such as `1.4.0`; undefined on the web, which is always the newest. */
  appVersion(): string | undefined
  /** The installed app, when it is older than the minimum supported version (A2.45). */
  outdated(oldest: Config['minimumSupportedAppVersion']): InstalledApp | undefined
  /** Origin of links to the app. */
  origin: string
  /** Origin of the API; empty where it also serves the pages. */
  apiUrl: string
  /** Product 3.3: in a browser the refresh token is a cookie; a native app stores it itself. */
  tokenMode: 'cookie' | 'bearer'
  /** Storage of a session beyond the page's life. */
  storage: TokenStorage
  /** Replaces the global `fetch` where a page is rendered on the server. */
  fetch?: typeof fetch
  /** Remembers the language for the next start. */
  keepLocale(locale: string): void
  /** The phone's back button. `handler` returns false when there is nothing to go back to: the app then closes. */
  onBack(handler: () => boolean): void
  /** A link to the app was opened while it runs; `handler` gets the whole URL. */
  onDeepLink(handler: (url: string) => void): void
  /** Opens an external page, such as a bank's, from which the person can return. */
  openExternal(url: string): void
  /** Opens an external page beside the app. False where the browser blocks it as a popup. */
  openBeside(url: string): boolean
  /** The app returned to the foreground. */
  onResume(handler: () => void): void
  /** Where the page cannot download (web/kit/save-file.ts). */
  files?: {
    /** Opens the share sheet; resolves when it is closed. */
    give(file: Blob, name: string): Promise<void>
    /** Deletes the files that the app still has. */
    forget(): Promise<void>
  }
  /** Where the phone has a calendar; elsewhere a file is used (web/care/calendar-file/AddToCalendar.tsx). */
  addToCalendar?(entry: CalendarEntry): Promise<void>
  haptic(kind: Haptic): void
  /** Where the page itself has no WebAuthn for the clinic's host; a browser has its own (ui/passkeys). */
  passkeys?: PasskeyDevice | undefined
  /** undefined in a browser, which uses Web Push (web/profile/notifications/push.ts), and in an app without push. */
  push: AppPush | undefined
  /** Sets dark or light icons in the phone's bars, for contrast. */
  matchBars(dark: boolean): void
}
