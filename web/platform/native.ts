import { SecureStorage } from '@aparajita/capacitor-secure-storage'
import { App } from '@capacitor/app'
import { AppLauncher } from '@capacitor/app-launcher'
import { Browser } from '@capacitor/browser'
import { Capacitor, SystemBars, SystemBarsStyle } from '@capacitor/core'
import { Haptics, ImpactStyle, NotificationType } from '@capacitor/haptics'
import { isTooOld } from '@cuida/core/brand/app-version.ts'
import { type CalendarEntry, calendarFile } from '@cuida/core/care/calendar-file/calendar-file.ts'
import { CapacitorCalendar } from '@ebarooni/capacitor-calendar'
import { deleteSharedFiles, shareFile } from './native-files.ts'
import { nativePasskeys } from './native-passkeys.ts'
import { nativePush } from './native-push.ts'
import type { NativeSettings } from './native-settings.ts'
import type { Haptic, Platform } from './port.ts'
import { secureStorage } from './secure-storage.ts'

/** Storage key of the language: native pages do not keep cookies. */
export const LOCALE_KEY = 'locale'
const RING_MS = 600

/** A native shell, through Capacitor's bridge. Loaded by `web/native.tsx` only. */
export async function nativePlatform(settings: NativeSettings): Promise<Platform> {
  const { apiUrl, linkHost, storePage, playPage, firebase } = settings
  const [storage, { id, version }, passkeys] = await Promise.all([
    secureStorage(SecureStorage),
    App.getInfo(),
    nativePasskeys(),
  ])
  const os = Capacitor.getPlatform() === 'ios' ? 'ios' : 'android'
  void deleteSharedFiles()
  const open = async (url: string) => (await AppLauncher.openUrl({ url })).completed
  return {
    kind: 'native',
    os,
    appVersion: () => version,
    outdated: ({ ios, android }) =>
      isTooOld(version, os === 'ios' ? ios : android)
        ? { os, id, version, storePage: os === 'ios' ? storePage : playPage, open }
        : undefined,
    // The page's own origin is the shell's, which others cannot open.
    origin: `https://${linkHost}`,
    apiUrl,
    tokenMode: 'bearer',
    storage,
    keepLocale: (locale) => localStorage.setItem(LOCALE_KEY, locale),
    onBack: (handler) => void App.addListener('backButton', () => void (handler() || App.exitApp())),
    onDeepLink(handler) {
      void App.addListener('appUrlOpen', ({ url }) => {
        // A link back from a bank's page closes the in-app browser; closing none rejects.
        Browser.close().catch(() => {})
        handler(url)
      })
    },
    openExternal,
    openBeside(url) {
      openExternal(url)
      return true
    },
    onResume: (handler) => void App.addListener('resume', handler),
    files: { give: shareFile, forget: deleteSharedFiles },
    addToCalendar: (entry) => addToCalendar(entry, os),
    // A phone without haptics, or with haptics switched off, is no failure.
    haptic: (kind) => void feel[kind]().catch(() => {}),
    passkeys,
    push: nativePush(os, firebase),
    matchBars(dark) {
      const style = dark ? SystemBarsStyle.Dark : SystemBarsStyle.Light
      void SystemBars.setStyle({ style }).catch(() => {})
    },
  }
}

const openExternal = (url: string): void => void Browser.open({ url }).catch(() => {})

/** The link that started the app, if any. */
export const launchLink = async (): Promise<string | undefined> => (await App.getLaunchUrl())?.url

const feel: Record<Haptic, () => Promise<void>> = {
  light: () => Haptics.impact({ style: ImpactStyle.Light }),
  success: () => Haptics.notification({ type: NotificationType.Success }),
  ring: () => Haptics.vibrate({ duration: RING_MS }),
}

/**
 * Opens the phone's own "new event" form with the values filled in. Android needs no permission; iOS before 17 asks
 * once for writing, never for reading. Without a calendar or permission the entry is shared as a file.
 */
export async function addToCalendar(entry: CalendarEntry, os: 'ios' | 'android'): Promise<void> {
  const wasShown = await showNewEvent(entry, os).catch(() => false)
  if (!wasShown) await shareFile(new Blob([calendarFile(entry)], { type: 'text/calendar' }), 'cuida.ics')
}

async function showNewEvent({ title, start, end, description, url }: CalendarEntry, os: string): Promise<boolean> {
  if (os === 'ios' && (await CapacitorCalendar.requestWriteOnlyCalendarAccess()).result !== 'granted') return false
  const startDate = start.getTime()
  const endDate = end.getTime()
  await CapacitorCalendar.createEventWithPrompt({ title, startDate, endDate, description, url })
  return true
}
