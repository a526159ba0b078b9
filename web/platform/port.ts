import type { Config } from '@cuida/core/brand/config.ts'
import type { CalendarEntry } from '@cuida/core/care/calendar-file/calendar-file.ts'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import type { TokenStorage } from '@cuida/ui/client/session/storage.ts'
import type { InstalledApp } from '../brand/UpdateScreen.tsx'

/** What a phone may do under the finger (product 11.4): a slot picked, a payment done, a call that rings. */
export type Haptic = 'light' | 'success' | 'ring'

/** What its person said to being woken; `prompt`: nothing yet. */
export type MayWake = 'granted' | 'denied' | 'prompt'

/** How an installed app is woken. */
export interface AppPush {
  kind: Vendor<'apps'>
  permission(): Promise<MayWake>
  /** Asks the person, who is asked once: later it is a matter of the phone's settings. */
  ask(): Promise<MayWake>
  /** The address under which this app is woken; `name`, the first time, is what Android's settings call our notifications. */
  register(name?: string): Promise<string>
  /** From then on its address wakes nobody, and what was shown is shown no more. */
  unregister(): Promise<void>
  /** Every address that is given, asked for or not: it changes when the phone likes. */
  onAddress(handler: (address: string) => void): void
  /** A notification was pressed, also one that started the app: `path` is the screen that it is about. */
  onTap(handler: (path: string) => void): void
}

/** What the app needs of whatever it runs in, a browser or a native shell. Chosen once, before anything else starts. */
export interface Platform {
  kind: 'web' | 'native'
  os: 'web' | 'ios' | 'android'
  /** Version of the installed app, such as `1.4.0`; a page has none: it is always the newest. */
  appVersion(): string | undefined
  /** The installed app, when it is older than the oldest that is still served (A2.45). */
  outdated(oldest: Config['minimumSupportedAppVersion']): InstalledApp | undefined
  /** Origin of the links that lead others, and other apps, to us. */
  origin: string
  /** Origin of the API; empty where the pages come from it too. */
  apiUrl: string
  /** Product 3.3: in a browser the refresh token is a cookie; a native app holds it itself. */
  tokenMode: 'cookie' | 'bearer'
  /** Where a session keeps what outlives the page. */
  storage: TokenStorage
  /** Remembers the language for the next start. */
  keepLocale(locale: string): void
  /** The phone's own back. `handler` answers false when there is nothing to go back to: the app then closes. */
  onBack(handler: () => boolean): void
  /** A link to us was pressed in some other app while this one runs; `handler` gets the whole address. */
  onDeepLink(handler: (url: string) => void): void
  /** Shows a page that is not of the app, such as a bank's, and lets the person come back. */
  openExternal(url: string): void
  /** Shows a page that is not of the app beside it. False where the browser blocks a page that no press asked for. */
  openBeside(url: string): boolean
  /** The app is looked at again after something else was. */
  onResume(handler: () => void): void
  /** Where the page cannot download (web/kit/save-file.ts). */
  files?: {
    /** Asks the person where the file is to go; settles when they have said it, or that it goes nowhere. */
    give(file: Blob, name: string): Promise<void>
    /** Whatever the app still keeps of them. */
    forget(): Promise<void>
  }
  /** Where the phone has a calendar of its own; elsewhere a file does it (web/care/calendar-file/AddToCalendar.tsx). */
  addToCalendar?(entry: CalendarEntry): Promise<void>
  haptic(kind: Haptic): void
  /** undefined in a browser, which has its own way (web/profile/notifications/push.ts), and in an app that cannot be woken. */
  push: AppPush | undefined
  /** The phone's bars take dark or light signs, whichever can be read. */
  matchBars(dark: boolean): void
}
