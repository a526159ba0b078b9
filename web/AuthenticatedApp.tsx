import { deviceNow } from '@cuida/ui/client/server-clock.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { lazyModule, loadEventually } from '@cuida/ui/lazy/lazy-module.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRouter } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { rememberArrival, rememberPath } from './access/sign-in/continue-path.ts'
import { afterSignOut } from './after-sign-out.ts'
import { session } from './kit/api.ts'
import { readInitialState } from './kit/content/initial-state.ts'
import { AppFrame } from './kit/frame/AppFrame.tsx'
import { seesDebugInfo } from './kit/frame/debug.ts'
import { Tabs } from './kit/frame/Tabs.tsx'
import type { Match } from './kit/navigation/match.ts'
import { goTo } from './kit/navigation/navigation.ts'
import { queryClient } from './kit/query-client.ts'
import { useSession, useSessionFailure } from './kit/session/session.tsx'
import { pathOf, type Route, type RouteName, routes } from './routes.ts'
import { ScreenOf } from './screens.tsx'

const SessionWatch = lazy('SessionWatch', () => import('./access/session/SessionWatch.tsx'), { place: 'unseen' })
const LiveContent = lazy('LiveContent', () => import('./kit/content/LiveContent.tsx'), { place: 'unseen' })
const NotFound = lazy('NotFound', () => import('./kit/frame/NotFound.tsx'), { place: 'screen' })
const SessionFailed = lazy('SessionFailed', () => import('./kit/frame/SessionFailed.tsx'), { place: 'screen' })
const IncomingCall = lazy('IncomingCall', () => import('./care/call/IncomingCall.tsx'), { place: 'unseen' })
const DebugBanner = lazy('DebugBanner', () => import('./kit/frame/DebugBanner.tsx'), { place: 'unseen' })

/** What the session read before, for when there is no network. */
const keptData = lazyModule(() => import('./kit/offline/kept-data.ts'))
/** Whether a session on this device may have left data, also one that ended while no page was open. */
const KEPT_KEY = 'kept'

function keep(sessionId: string): void {
  localStorage.setItem(KEPT_KEY, '1')
  void loadEventually(keptData)
    .then(({ keepData }) => keepData(queryClient, sessionId))
    .catch(() => {})
}

function forget(): void {
  if (!localStorage.getItem(KEPT_KEY)) return
  void loadEventually(keptData)
    .then(({ forgetKeptData }) => forgetKeptData())
    .then(() => localStorage.removeItem(KEPT_KEY))
    .catch(() => {})
}

/** Of the replies in a page, which is at most a minute old: times are fetched again at once, products are not. */
const PAGE_AGE_MS = 20_000

/** Once per page, before its first screen. */
export function startSession(): void {
  const sessionId = session.id()
  if (sessionId) keep(sessionId)
  else {
    forget()
    // The arrival's path (A2.12).
    rememberArrival(location.pathname + location.search)
    const updatedAt = deviceNow() - PAGE_AGE_MS
    for (const [key, data] of readInitialState().queries ?? []) queryClient.setQueryData(key, data, { updatedAt })
  }
  // For the page's life, whichever screen is shown: the event may arrive while Welcome is already shown.
  session.onChange((isSignedIn, reason = 'expired', elsewhere) => {
    const startedId = session.id()
    if (isSignedIn) return startedId && keep(startedId)
    queryClient.clear()
    forget()
    afterSignOut(reason, elsewhere)
  })
}

if (!import.meta.env.SSR) startSession()

interface AuthenticatedAppProps {
  match: Match | undefined
  path: string
}

/** Every screen but a guest's Welcome: with queries, tabs, incoming calls and a session heartbeat. */
export function AuthenticatedApp(props: AuthenticatedAppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      {readInitialState().live && <LiveContent />}
      <GuardedScreen {...props} />
    </QueryClientProvider>
  )
}

function GuardedScreen({ match, path }: AuthenticatedAppProps) {
  const { status, profile } = useSession()
  const { failure, ...asking } = useSessionFailure()
  const detour = match && detourOf(match.name, status)
  const { ssrPath } = useRouter()
  const address = usePathname(ssrPath === undefined ? undefined : { ssrPath })
  useEffect(() => {
    // A person signed out meanwhile has already been redirected to an explanation.
    if (!detour || location.pathname !== address) return
    if (status === 'out') rememberPath(address + location.search)
    goTo(detour, { replace: true })
  }, [detour, address, status])
  if (!match) return <NotFound />
  if (detour) return null
  const { root, tab }: Route = routes[match.name]
  return (
    <>
      <AppFrame match={match} tabBar={root && <Tabs current={tab} />}>
        {failure && needsToKnow(match.name) ? (
          <SessionFailed failure={failure} {...asking} />
        ) : (
          <ScreenOf key={path} name={match.name} params={match.params} />
        )}
      </AppFrame>
      {status === 'in' && (
        <>
          <SessionWatch />
          <IncomingCall />
          {seesDebugInfo(profile) && <DebugBanner match={match} />}
        </>
      )}
    </>
  )
}

/** Public screens that wait for the session check, because they redirect or show ongoing consultations. */
const WAITING: ReadonlySet<RouteName> = new Set([
  'redirect',
  'home',
  'referral',
  'landing',
  'checkout',
  'subscriptionCheckout',
  'reminder',
] as const)

const needsToKnow = (name: RouteName): boolean => routes[name].guard !== 'anybody' || WAITING.has(name)

/** Where to redirect when this person may not open the screen (A2.2, A2.24, A2.25). */
function detourOf(name: RouteName, status: 'starting' | 'in' | 'out'): string | undefined {
  const { guard } = routes[name]
  if (guard === 'guest' && status !== 'out') return pathOf('redirect')
  return guard === 'patient' && status === 'out' ? pathOf('welcome') : undefined
}
