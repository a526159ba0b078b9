import '@cuida/ui/tokens/all.css'
import './desk.css'
import { listenForErrors } from '@cuida/ui/error-reports/report.ts'
import { setNavigator } from '@cuida/ui/Link/navigator.ts'
import { restoreInput } from '@cuida/ui/lazy/input-over-reload.ts'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { App } from './app.tsx'
import { firstLanguage, loadLanguage } from './kit/language.ts'

setNavigator({ go: navigate })
listenForErrors(lazyModule(() => import('./kit/send-error-report.ts')).load)
const node = document.getElementById('root')
if (!node) throw new Error('The page has no #root')
// The app needs its messages first; if they fail to load it shows its own error screen.
const messagesFailure = await loadLanguage(firstLanguage()).then(
  () => undefined,
  (failure: unknown) => ({ failure }),
)
createRoot(node).render(
  <StrictMode>
    <App messagesFailure={messagesFailure} />
  </StrictMode>,
)
restoreInput()
