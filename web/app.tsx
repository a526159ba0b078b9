import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { useIsUninterruptible } from '@cuida/ui/presence/uninterruptible.ts'
import { RestartOnError } from '@cuida/ui/RestartOnError/RestartOnError.tsx'
import { ToastRegion } from '@cuida/ui/Toast/ToastRegion.tsx'
import { useEffect } from 'react'
import { Router, useLocation, useRouter } from 'wouter'
import css from './app.module.css'
import { isOpenInMaintenance } from './brand/maintenance.ts'
import { reportScreenView } from './kit/client-event.ts'
import type { InitialState } from './kit/content/initial-state.ts'
import { PartnerProvider, usePartner } from './kit/content/partner.tsx'
import { AppFrame } from './kit/frame/AppFrame.tsx'
import { matchPath } from './kit/navigation/match.ts'
import { useIsSignedIn } from './kit/session/signed-in.ts'
import type { Platform } from './platform/port.ts'
import { ScreenOf } from './screens.tsx'

/** Everything behind Welcome, loaded separately so that the first screen need not wait for it. */
const AuthenticatedApp = lazy('AuthenticatedApp', () => import('./AuthenticatedApp.tsx'), {
  place: 'screen',
  early: true,
})
export const loadAuthenticatedApp = AuthenticatedApp.load

const Maintenance = lazy('Maintenance', () => import('./brand/Maintenance.tsx'), { place: 'screen' })
const LivePartner = lazy('LivePartner', () => import('./kit/content/LivePartner.tsx'), { place: 'unseen' })
const UpdateScreen = lazy('UpdateScreen', () => import('./brand/UpdateScreen.tsx'), { place: 'screen' })

/** Offline and new versions; also starts the service worker. */
const Connection = lazy('Connection', () => import('./kit/offline/Connection.tsx'), { place: 'unseen' })

/** Loaded after the first paint, when the person has to be asked. */
const Cookies = lazy('Cookies', () => import('./brand/consent/Cookies.tsx'), { place: 'unseen' })

interface AppProps {
  initialState: InitialState
  /** Set while prerendering. */
  ssrPath?: string
  /** Checks whether a native shell's version is too old; a web page is always the newest. */
  outdated?: Platform['outdated']
}

/** The whole app around the URL's screen. */
export function App({ initialState, ssrPath, outdated }: AppProps) {
  return (
    <PartnerProvider config={initialState.config}>
      <Router ssrSearch="" {...(ssrPath ? { ssrPath } : {})}>
        <RestartOnError home="/" className="overlay">
          <Served initialState={initialState} outdated={outdated} />
        </RestartOnError>
      </Router>
    </PartnerProvider>
  )
}

/** After everything that the first screens need. */
const MAINTENANCE_LOAD_MS = 10_000

/**
 * The minimum version and maintenance may change while the app is open or suspended; calls and payments are never
 * interrupted. The screen below stays mounted, so that typed input is kept.
 */
function Served({ initialState, outdated }: Pick<AppProps, 'initialState' | 'outdated'>) {
  const { minimumSupportedAppVersion, maintenanceMode } = usePartner()
  const [path] = useLocation()
  const isBusy = useIsUninterruptible() || isOpenInMaintenance(path)
  const app = outdated?.(minimumSupportedAppVersion)
  useEffect(() => {
    // Loaded in advance: during maintenance the server may not respond.
    if (initialState.live) setTimeout(() => void Maintenance.load().catch(() => {}), MAINTENANCE_LOAD_MS)
  }, [initialState.live])
  if (app && !isBusy) return <UpdateScreen app={app} />
  const isAway = maintenanceMode && !isBusy
  return (
    <>
      {isAway && <Maintenance />}
      <div className={css.served} inert={isAway} hidden={isAway}>
        <CurrentScreen initialState={initialState} />
      </div>
      {initialState.live && <LivePartner />}
    </>
  )
}

/** `demo`: a public demo, with a banner that says so. */
function CurrentScreen({ initialState: { demo } }: { initialState: InitialState }) {
  useLocale()
  // Renders again when the partner changes its date formats.
  const { enableCookieConsent } = usePartner()
  const [path] = useLocation()
  const { parser } = useRouter()
  const isSignedIn = useIsSignedIn()
  const match = path === '/' ? { name: 'welcome' as const, params: {} } : matchPath(parser, path)
  const screen = match?.name
  useEffect(() => {
    if (screen) reportScreenView(screen)
  }, [screen])
  const isStrangers = match?.name === 'welcome' && !isSignedIn
  return (
    <>
      {demo && <aside className={css.demo}>{t('brand.demo')}</aside>}
      <Connection />
      {enableCookieConsent && <Cookies />}
      {match ? (
        // The frame is rendered even while the lazy code behind Welcome loads or fails: back and help stay available.
        <AppFrame match={match}>
          {isStrangers ? (
            <ScreenOf name="welcome" params={match.params} />
          ) : (
            <AuthenticatedApp match={match} path={path} />
          )}
        </AppFrame>
      ) : (
        <AuthenticatedApp match={match} path={path} />
      )}
      {/* Welcome uses toasts too, about the proof of work. */}
      <ToastRegion />
    </>
  )
}
