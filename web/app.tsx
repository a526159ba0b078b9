import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useEffect } from 'react'
import { Router, useLocation, useRouter } from 'wouter'
import type { InstalledApp } from './brand/UpdateScreen.tsx'
import { AppFrame } from './kit/AppFrame.tsx'
import type { Boot } from './kit/boot.ts'
import { matchPath } from './kit/match.ts'
import { screenShown } from './kit/page-views.ts'
import { PartnerProvider } from './kit/partner.tsx'
import { RestartOnError } from './kit/RestartOnError.tsx'
import { ScreenOf } from './kit/screens.tsx'
import { useIsSignedIn } from './kit/signed-in.ts'

/** Everything behind Welcome: what a stranger's first screen does not need, it does not wait for. */
const Inside = lazy('Inside', () => import('./inside.tsx'), { place: 'screen' })
export const loadInside = Inside.load

const UpdateScreen = lazy('UpdateScreen', () => import('./brand/UpdateScreen.tsx'), { place: 'screen' })

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
        <RestartOnError>{outdated ? <UpdateScreen app={outdated} /> : <CurrentScreen />}</RestartOnError>
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
  return <Inside match={match} path={path} />
}
