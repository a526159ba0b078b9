import { CallFailed, isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { t, useLocale } from '@cuida/ui/words/words.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Router, useLocation, useRouter } from 'wouter'
import { rememberPath } from './access/continue-path.ts'
import { usePatientHeartbeat } from './access/use-patient-heartbeat.ts'
import { AppFrame } from './kit/AppFrame.tsx'
import type { Boot } from './kit/boot.ts'
import { type Match, matchPath } from './kit/match.ts'
import { goTo } from './kit/navigation.ts'
import { PartnerProvider } from './kit/partner.tsx'
import { ScreenOf } from './kit/screens.tsx'
import { useForgetOnSignOut, useSession } from './kit/session.tsx'
import { pathOf, type RouteName, routes } from './routes.ts'

const IncomingCall = lazy(() => import('./care/IncomingCall.tsx').then((module) => ({ default: module.IncomingCall })))

/** The whole app around whichever screen the address names. `ssrPath` is set while prerendering. */
export function App({ boot, ssrPath }: { boot: Boot; ssrPath?: string }) {
  const [queries] = useState(newQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <PartnerProvider config={boot.config}>
        <Router {...(ssrPath ? { ssrPath } : {})}>
          <RestartOnError>
            <CurrentScreen />
          </RestartOnError>
        </Router>
      </PartnerProvider>
    </QueryClientProvider>
  )
}

// Refetching on focus is on: a person who comes back to the tab looks at once at what is true now.
const newQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, retry: isWorthRetrying, networkMode: 'always' } } })

/** A refusal is an answer: asking again gives the same one. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof CallFailed) || isUnreachable(error))

function CurrentScreen() {
  useLocale()
  const [path] = useLocation()
  const { parser } = useRouter()
  const { status } = useSession()
  useForgetOnSignOut(forgetBooking)
  usePatientHeartbeat(status === 'in')
  const found: Match | undefined = path === '/' ? { name: 'welcome', params: {} } : matchPath(parser, path)
  const detour = found && detourOf(found.name, path, status)
  useEffect(() => {
    if (detour) goTo(detour, { replace: true })
  }, [detour])
  if (!found) return <NotFound />
  if (detour) return null
  return (
    <>
      <AppFrame name={found.name} params={found.params}>
        <ScreenOf key={path} name={found.name} params={found.params} />
      </AppFrame>
      {status === 'in' && (
        <Suspense>
          <IncomingCall />
        </Suspense>
      )}
    </>
  )
}

/** Where to go instead, when this screen is not for this person (spec 1 §2). */
function detourOf(name: RouteName, path: string, status: 'starting' | 'in' | 'out'): string | undefined {
  const { guard } = routes[name]
  if (guard === 'guest' && status !== 'out') return pathOf('redirect')
  if (guard !== 'patient' || status !== 'out') return undefined
  rememberPath(path)
  return pathOf('welcome')
}

/** The store of the running booking comes with the booking screens; who signs out elsewhere needs it once. */
const forgetBooking = () => void import('./booking/cart-store.ts').then(({ clearBooking }) => clearBooking())

function NotFound() {
  return (
    <ErrorState
      title={t('brand.error.notFound')}
      action={t('brand.error.toHome')}
      onAction={() => goTo(pathOf('home', {}))}
    />
  )
}

/** Spec 1 §2 "Error-boundary screen with a restart button". */
class RestartOnError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        title={t('brand.crash.title')}
        action={t('brand.crash.restart')}
        onAction={() => location.assign('/')}
      />
    )
  }
}
