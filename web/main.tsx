import '@cuida/ui/tokens/all.css'
import { setNavigator } from '@cuida/ui/Link/navigator.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { parse } from 'regexparam'
import { type NumberingPlans, provideNumberingPlans } from './access/phone.ts'
import { App } from './app.tsx'
import { session } from './kit/api.ts'
import { readBoot } from './kit/boot.ts'
import { matchPath } from './kit/match.ts'
import { goTo } from './kit/navigation.ts'
import { loadScreen } from './kit/screens.tsx'
import { loadAllWords } from './kit/words.ts'

setNavigator({ go: goTo, prefetch })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const boot = readBoot()
loadWords(boot.locale, boot.words as never)
provideNumberingPlans(boot.phones as NumberingPlans)
const wakesUp = boot.prerendered !== null && !session.isSignedIn()
// The prerendered screen must be the first thing React paints; any other may come after its words.
const first = wakesUp ? 'welcome' : matchPath(parse, location.pathname)?.name
await Promise.all([
  first && loadScreen(first, !wakesUp).catch(() => {}),
  wakesUp || loadAllWords(boot.locale).catch(() => {}),
])

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
// After the first paint, so that the words of later screens do not race the first one's code.
if (wakesUp) setTimeout(() => void loadAllWords(boot.locale).catch(() => {}), 1_500)

/** The finger is down on a link: its screen may load before the finger is up. */
function prefetch(href: string): void {
  const name = matchPath(parse, href.split('?')[0] ?? '')?.name
  if (name) loadScreen(name).catch(() => {})
}
