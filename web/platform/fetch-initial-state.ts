import { abortAfter } from '@cuida/ui/client/abort-after.ts'
import { failureOf } from '@cuida/ui/client/exchange.ts'
import { readJson } from '@cuida/ui/client/files.ts'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { type InitialState, setInitialState } from '../kit/content/initial-state.ts'
import { storePageNonce } from './page-nonce.ts'
import { fromApi, platform } from './platform.ts'

const TIMEOUT_MS = 15_000

/** Outside of the first load: a web page carries its theme. */
const themeStyle = lazyModule(() => import('@cuida/ui/theme/theme-style.ts'))

/** Fetches the initial state that a web page carries in its HTML, and stores it for `readInitialState`. */
export async function fetchInitialState(locale: string): Promise<InitialState> {
  const loading = themeStyle.load().catch(() => undefined)
  const reply = await fetch(fromApi(`/v1/initial-state?locale=${encodeURIComponent(locale)}`), {
    credentials: 'omit',
    signal: abortAfter(TIMEOUT_MS),
  })
  // Sends no trace header: a custom header would cost the start a CORS preflight.
  if (!reply.ok) throw await failureOf(reply, reply.headers.get('x-trace-id') ?? '')
  if (platform().kind === 'native') storePageNonce(reply.headers.get('x-page'))
  const initialState = (await readJson(reply, platform().apiUrl)) as InitialState
  setInitialState(initialState)
  document.documentElement.lang = initialState.locale
  // Without the file, such as after a deployment, the page keeps the theme it has.
  void loading.then((loaded) => loaded?.applyTheme(initialState.config.brand))
  return initialState
}
