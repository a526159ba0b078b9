import '@cuida/ui/tokens/all.css'
import { setNavigator } from '@cuida/ui/Link/navigator.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { parse } from 'regexparam'
import { type NumberingPlans, provideNumberingPlans } from './access/phone.ts'
import { App, loadInside } from './app.tsx'
import { session } from './kit/api.ts'
import { readBoot } from './kit/boot.ts'
import { matchPath } from './kit/match.ts'
import { goTo } from './kit/navigation.ts'
import { loadScreen, provideScreen } from './kit/screens.tsx'
import { loadAllWords } from './kit/words.ts'
import { routes } from './routes.ts'

setNavigator({ go: goTo, prefetch })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const boot = readBoot()
loadWords(boot.locale, boot.words as never)
provideNumberingPlans(boot.phones as NumberingPlans)
const wakesUp = boot.prerendered !== null && !session.isSignedIn()
// The prerendered screen speaks the page's own words; any other waits for its code and for all of them.
if (wakesUp) provideScreen('welcome', await routes.welcome.load())
else {
  const first = matchPath(parse, location.pathname)?.name
  const quietly = (loading: Promise<unknown>) => loading.catch(() => {})
  await Promise.all([quietly(loadInside()), first && quietly(loadScreen(first)), quietly(loadAllWords(boot.locale))])
}

const app = (
  <StrictMode>
    <App boot={boot} />
  </StrictMode>
)
if (wakesUp) hydrateRoot(root, app)
else {
  root.textContent = ''
  createRoot(root).render(app)
}
document.documentElement.dataset.ready = ''
// After the first paint, so that what later screens need does not race the first one's code.
if (wakesUp) setTimeout(() => void Promise.all([loadAllWords(boot.locale), loadInside()]).catch(() => {}), 2_500)

/** The finger is down on a link: its screen may load before the finger is up. */
function prefetch(href: string): void {
  const name = matchPath(parse, href.split('?')[0] ?? '')?.name
  if (name) loadScreen(name).catch(() => {})
}
