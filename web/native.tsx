import '@cuida/ui/tokens/all.css'
import './brand/overlay.css'
import { languageFor } from '@cuida/core/brand/locale.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { loadMessages, type MessageCatalogue, t } from '@cuida/ui/i18n/messages.ts'
import { setNativePasskeys } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { createRoot, type Root } from 'react-dom/client'
import { MaintenanceScreen } from './brand/MaintenanceScreen.tsx'
import type { InitialState } from './kit/content/initial-state.ts'
import { PartnerProvider } from './kit/content/partner.tsx'
import { fetchInitialState } from './platform/fetch-initial-state.ts'
import { pathOfLink, setFirstPath } from './platform/links.ts'
import { LOCALE_KEY, launchLink, nativePlatform } from './platform/native.ts'
import { type NativeSettings, readNativeSettings } from './platform/native-settings.ts'
import { choosePlatform, platform } from './platform/platform.ts'
import css from './platform/StartScreen.module.css'

/** The shell remembers its launch link across page reloads: this one was already followed. */
const FOLLOWED = 'launch-link'

// A native app fetches the initial state that a web page contains; then it is the same app.
const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const locale = localStorage.getItem(LOCALE_KEY) ?? navigator.language
speakAtStart(locale)
let view: Root | undefined = createRoot(element)
view.render(<StartScreen />)
start().catch((failure: unknown) => (view ?? createRoot(element)).render(<StartFailed failure={failure} />))

async function start(): Promise<void> {
  const settings = readNativeSettings()
  choosePlatform(await nativePlatform(settings))
  setNativePasskeys(platform().passkeys)
  const initialState = await fetchInitialState(locale)
  await placeFirstPath(settings)
  const { isOpenInMaintenance, watchMaintenance } = await import('./brand/maintenance.ts')
  if (initialState.config.maintenanceMode && !isOpenInMaintenance(location.pathname)) {
    showMaintenance(initialState)
    watchMaintenance(() => location.reload())
    return
  }
  view?.unmount()
  view = undefined
  await import('./main.tsx')
  // Imported late: it uses the session, which needs a chosen platform.
  const { wirePhone } = await import('./platform/wire.ts')
  wirePhone(settings.linkHost)
}

/** On the web the page contains it, and the app does not start either. */
function showMaintenance({ locale, messages, config }: InitialState): void {
  loadMessages(locale, messages as MessageCatalogue)
  view?.render(
    <PartnerProvider config={config}>
      <MaintenanceScreen />
    </PartnerProvider>,
  )
}

async function placeFirstPath({ linkHost }: NativeSettings): Promise<void> {
  const link = await launchLink()
  // Compared without query and fragment, which are for its screen alone; a shell is started by one link.
  const [where = ''] = link?.split(/[?#]/) ?? []
  const isNew = link !== undefined && where !== sessionStorage.getItem(FOLLOWED)
  if (link) sessionStorage.setItem(FOLLOWED, where)
  setFirstPath(isNew ? pathOfLink(link, linkHost) : location.pathname + location.search, isNew)
}

/** Shown before the app knows its partner's settings. */
function StartScreen() {
  return (
    <main className={css.page} aria-busy="true">
      <Spinner />
    </main>
  )
}

/** A8.4: the settings could not be loaded. Technical details appear outside production only. */
function StartFailed({ failure }: { failure: unknown }) {
  const settings = readNativeSettings()
  return (
    <main className={css.page}>
      <div className={css.column}>
        <h1>{t('brand.config.title')}</h1>
        <ErrorState
          title={t('brand.config.text')}
          failure={failure}
          action={t('ui.crash.restart')}
          onAction={() => location.reload()}
        />
        {settings.environment !== 'production' && (
          <pre className={css.details}>
            {String(failure)}
            {'\n'}
            {JSON.stringify({ ...settings, os: platform().os, version: platform().appVersion() }, null, 2)}
          </pre>
        )}
      </div>
    </main>
  )
}

/** Messages that a native app shows before its first reply; `web/vite.config.ts` takes them from the catalogues. */
declare const __START_MESSAGES__: Record<string, MessageCatalogue>

/** Activates the stored language, else the phone's; returns it. */
function speakAtStart(preferredLanguage: string): string {
  const languages = Object.keys(__START_MESSAGES__)
  const language = languageFor(preferredLanguage, languages) ?? 'en'
  loadMessages(language, __START_MESSAGES__[language] ?? {})
  document.documentElement.lang = language
  return language
}
