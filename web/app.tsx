import { Button } from '@cuida/ui/Button/Button.tsx'
import { ScreenToCome } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t, useLocale } from '@cuida/ui/words/words.ts'
import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Router, useLocation, useRouter } from 'wouter'
import type { InstalledApp } from './brand/UpdateScreen.tsx'
import { AppFrame } from './kit/AppFrame.tsx'
import type { Boot } from './kit/boot.ts'
import { reportError } from './kit/error-report.ts'
import { matchPath } from './kit/match.ts'
import { screenShown } from './kit/page-views.ts'
import { PartnerProvider } from './kit/partner.tsx'
import { ScreenOf } from './kit/screens.tsx'
import { useIsSignedIn } from './kit/signed-in.ts'

/** Everything behind Welcome: what a stranger's first screen does not need, it does not wait for. */
export const loadInside = () => import('./inside.tsx')
const Inside = lazy(() => loadInside().then((module) => ({ default: module.Inside })))

const UpdateScreen = lazy(() => import('./brand/UpdateScreen.tsx').then((module) => ({ default: module.UpdateScreen })))

interface AppProps {
  boot: Boot
  /** Set while prerendering. */
  ssrPath?: string
  /** Set in a native shell whose version is too old to be served. */
  outdated?: InstalledApp | undefined
}

/** The whole app around whichever screen the address names. */
export function App({ boot, ssrPath, outdated }: AppProps) {
  return (
    <PartnerProvider config={boot.config}>
      <Router ssrSearch="" {...(ssrPath ? { ssrPath } : {})}>
        <RestartOnError>
          <Suspense>{outdated ? <UpdateScreen app={outdated} /> : <CurrentScreen />}</Suspense>
        </RestartOnError>
      </Router>
    </PartnerProvider>
  )
}

function CurrentScreen() {
  useLocale()
  const [path] = useLocation()
  const { parser } = useRouter()
  const isSignedIn = useIsSignedIn()
  const match = path === '/' ? { name: 'welcome' as const, params: {} } : matchPath(parser, path)
  const screen = match?.name
  useEffect(() => {
    if (screen) screenShown(screen)
  }, [screen])
  if (match?.name === 'welcome' && !isSignedIn) {
    return (
      <AppFrame match={match}>
        <ScreenOf name="welcome" params={match.params} />
      </AppFrame>
    )
  }
  return (
    <Suspense
      fallback={
        <ScreenToCome>
          <Skeleton lines={5} />
        </ScreenToCome>
      }
    >
      <Inside match={match} path={path} />
    </Suspense>
  )
}

/** Spec 1 §2 "Error-boundary screen with a restart button". */
class RestartOnError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError(error, location.pathname)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="overlay">
        <h1>{t('brand.crash.title')}</h1>
        <p>{t('brand.crash.text')}</p>
        <Button variant="primary" onClick={() => location.assign('/')}>
          {t('brand.crash.restart')}
        </Button>
      </main>
    )
  }
}
