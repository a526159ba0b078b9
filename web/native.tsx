import '@cuida/ui/tokens/all.css'
import './brand/overlay.css'
import { type Catalogue, loadWords } from '@cuida/ui/words/words.ts'
import { createRoot, type Root } from 'react-dom/client'
import { MaintenanceScreen } from './brand/MaintenanceScreen.tsx'
import type { Boot } from './kit/content/boot.ts'
import { PartnerProvider } from './kit/content/partner.tsx'
import { fetchBoot } from './platform/boot.ts'
import { beginAt, pathOfLink } from './platform/links.ts'
import { LOCALE, launchLink, nativePlatform } from './platform/native.ts'
import { type NativeSettings, readNativeSettings } from './platform/native-settings.ts'
import { choosePlatform } from './platform/platform.ts'
import { StartFailed, StartScreen } from './platform/StartScreen.tsx'
import { speakAtStart } from './platform/start-words.ts'

/** Links survive a reload of the page in the shell's memory: this one was followed already. */
const FOLLOWED = 'launch-link'

// What a page on the web has from the server, a native app gets first; then it is the same app.
const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const locale = localStorage.getItem(LOCALE) ?? navigator.language
speakAtStart(locale)
let view: Root | undefined = createRoot(element)
view.render(<StartScreen />)
start().catch((failure: unknown) => (view ?? createRoot(element)).render(<StartFailed failure={failure} />))

async function start(): Promise<void> {
  const settings = readNativeSettings()
  choosePlatform(await nativePlatform(settings))
  const boot = await fetchBoot(locale)
  await placeFirstPath(settings)
  const { isOpenInMaintenance, watchMaintenance } = await import('./brand/maintenance.ts')
  if (boot.config.maintenanceMode && !isOpenInMaintenance(location.pathname)) {
    showMaintenance(boot)
    watchMaintenance(() => location.reload())
    return
  }
  view?.unmount()
  view = undefined
  await import('./main.tsx')
  // Knows the session, which asks for the platform: only now is there one.
  const { wirePhone } = await import('./platform/wire.ts')
  wirePhone(settings.linkHost)
}

/** On the web it is in the page, and the app does not start either. */
function showMaintenance({ locale, words, config }: Boot): void {
  loadWords(locale, words as Catalogue)
  view?.render(
    <PartnerProvider config={config}>
      <MaintenanceScreen />
    </PartnerProvider>,
  )
}

async function placeFirstPath({ linkHost }: NativeSettings): Promise<void> {
  const link = await launchLink()
  // Without what it carries: that is for its screen alone, and a shell is started by one link.
  const [where = ''] = link?.split(/[?#]/) ?? []
  const isNew = link !== undefined && where !== sessionStorage.getItem(FOLLOWED)
  if (link) sessionStorage.setItem(FOLLOWED, where)
  beginAt(isNew ? pathOfLink(link, linkHost) : location.pathname + location.search, isNew)
}
