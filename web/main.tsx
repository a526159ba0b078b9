import '@cuida/ui/tokens/all.css'
import './brand/overlay.css'
import type { Session } from '@cuida/ui/client/session/session.ts'
import { listenForErrors } from '@cuida/ui/error-reports/report.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { setNavigator } from '@cuida/ui/Link/navigator.ts'
import { restoreInput } from '@cuida/ui/lazy/input-over-reload.ts'
import { lazyAfter } from '@cuida/ui/lazy/lazy.tsx'
import { lazyModule, preloadModules } from '@cuida/ui/lazy/lazy-module.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { parse } from 'regexparam'
import { knownPhone } from './access/sign-in/known-phone.ts'
import { type NumberingPlans, provideNumberingPlans } from './access/sign-in/phone.ts'
import { App, loadAuthenticatedApp } from './app.tsx'
import { isOpenInMaintenance, watchMaintenance } from './brand/maintenance.ts'
import { session } from './kit/api.ts'
import { readInitialState } from './kit/content/initial-state.ts'
import { loadAllMessages } from './kit/content/messages.ts'
import { matchPath } from './kit/navigation/match.ts'
import { goTo } from './kit/navigation/navigation.ts'
import { keepQuestionnaireFlag } from './kit/questionnaire-flag.ts'
import { platform } from './platform/platform.ts'
import type { RouteName } from './routes.ts'
import { importScreen, lazyRoutesPart, loadScreen, provideScreen } from './screens.tsx'

// Before `start` below, which runs at once.
const WELCOME = '/welcome'

// The maintenance screen is HTML only: its global styles must be in the page without a script.

listenForErrors(lazyModule(() => import('./kit/failure/send-error-report.ts')).load)
setNavigator({ go: goTo, prefetch })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const initialState = readInitialState()
loadMessages(initialState.locale, initialState.messages as never)
provideNumberingPlans(initialState.phones as NumberingPlans)
keepQuestionnaireFlag(location.search, localStorage)
// The maintenance screen is already in the page; reloads when maintenance ends.
if (!initialState.config.maintenanceMode || isOpenInMaintenance(location.pathname)) await start(root)
else watchMaintenance(() => location.reload())
restoreInput()
document.documentElement.dataset.ready = ''

async function start(root: HTMLElement): Promise<void> {
  const { prerendered } = initialState
  const isGuestPage = prerendered !== null && !session.isSignedIn()
  const first = matchPath(parse, location.pathname)?.name
  // Welcome has a form, whose text must stay, so it is hydrated; any other page is replaced by the same screen at once.
  const wakesUp = isGuestPage && prerendered === WELCOME && !knownPhone()
  // A prerendered screen starts with the page's messages; any other waits for its code and all messages.
  if (wakesUp) provideScreen('welcome', await importScreen('welcome'))
  else if (isGuestPage && first && prerendered !== WELCOME) await pageScreen(first)
  else {
    await firstScreen(first)
    root.textContent = ''
  }
  const app = (
    <StrictMode>
      <App initialState={initialState} outdated={platform().outdated} />
    </StrictMode>
  )
  if (isGuestPage) lazyAfter(() => loadAllMessages(initialState.locale).catch(() => {}))
  hideUntilKnown(session, root)
  if (wakesUp) {
    // As a transition, React renders in small steps: the page reacts to a press meanwhile.
    startTransition(() => void hydrateRoot(root, app))
    // After the first paint, so that later screens do not compete with the first one's code.
    setTimeout(
      () => void Promise.all([loadAllMessages(initialState.locale), loadAuthenticatedApp()]).catch(() => {}),
      2_500,
    )
  } else {
    delete document.documentElement.dataset.signedIn
    const reactRoot = createRoot(root)
    startTransition(() => reactRoot.render(app))
  }
  preloadModules(lazyRoutesPart)
}

/** The code of the screen whose HTML is in the page. */
async function pageScreen(name: RouteName): Promise<void> {
  const [screen] = await Promise.all([importScreen(name), loadAuthenticatedApp()])
  provideScreen(name, screen)
}

async function firstScreen(first: RouteName | undefined): Promise<void> {
  const quietly = (loading: Promise<unknown>) => loading.catch(() => {})
  await Promise.all([
    quietly(loadAuthenticatedApp()),
    first && quietly(loadScreen(first)),
    quietly(loadAllMessages(initialState.locale)),
  ])
}

/** On pointer down the link's screen starts to load, before the click. */
function prefetch(href: string): void {
  const name = matchPath(parse, href.split('?')[0] ?? '')?.name
  if (name) loadScreen(name).catch(() => {})
}

/**
 * Browsers keep whole pages in the back/forward cache; a session may end meanwhile, and its page must not be seen
 * again. The page is hidden when cached, and shown only to the session that left it.
 */
function hideUntilKnown(session: Pick<Session, 'id'>, root: HTMLElement, reload = () => location.reload()): void {
  let previousSessionId: string | undefined
  addEventListener('pagehide', () => {
    previousSessionId = session.id()
    root.hidden = previousSessionId !== undefined
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (session.id() !== previousSessionId) return reload()
    // One frame later the session watch has checked for an idle timeout.
    requestAnimationFrame(() => {
      root.hidden = false
    })
  })
}
