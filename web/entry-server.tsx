import type { Config } from '@cuida/core/brand/config.ts'
import { FALLBACK_LOCALE, languageFor } from '@cuida/core/brand/locale.ts'
import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import { oldBrowserScript } from '@cuida/ui/client/old-browser-script.ts'
import { storageScript } from '@cuida/ui/client/session/storage-script.ts'
import { loadMessages, type MessageCatalogue, t } from '@cuida/ui/i18n/messages.ts'
import { themeScript, themeStyle } from '@cuida/ui/theme/theme-style.ts'
import { typefacesOf } from '@cuida/ui/theme/typefaces.ts'
import { renderToString } from 'react-dom/server'
import { arrivalScript } from './access/sign-in/arrival-script.ts'
import { numberingPlansOf } from './access/sign-in/numbering-plans.ts'
import { provideNumberingPlans } from './access/sign-in/phone.ts'
import { reasonScript } from './access/sign-in/reasons.ts'
import { WelcomeScreen } from './access/sign-in/WelcomeScreen.tsx'
import { App } from './app.tsx'
import { MaintenanceScreen } from './brand/MaintenanceScreen.tsx'
import { commonNeeds } from './catalogue/front-door/care-options.ts'
import { FrontDoorParts } from './catalogue/front-door/FrontDoor.tsx'
import { frontDoor as frontDoorSlot } from './front-door.ts'
import { landingScript } from './invite/landing-script.ts'
import type { InitialState, Need } from './kit/content/initial-state.ts'
import { PartnerProvider } from './kit/content/partner.tsx'
import { knownPath } from './kit/session/alternative-path.ts'
import { provideScreen } from './screens.tsx'

interface Input {
  path: string
  locale: string
  config: Config
  catalogue: MessageCatalogue
  debug: InitialState['debug']
  demo: boolean
  live: boolean
  /** For Welcome: what is free now, and the products on sale. */
  frontDoor?: { options: CareOptions; products: readonly Need[] } | undefined
}

/** Message keys of the first screen; the page contains no others. */
const FIRST = /^(access\.welcome|brand|ui)\./

provideScreen('welcome', WelcomeScreen)

/**
 * Renders the parts that `server/pages/shell.ts` fills into the template. `/app` stands for every screen but Welcome
 * and has no HTML yet.
 */
export function render({ path, locale, config, catalogue, debug, demo, live, frontDoor: door }: Input) {
  loadMessages(locale, catalogue)
  const isWelcome = path === '/welcome'
  const messages = Object.fromEntries(Object.entries(catalogue).filter(([key]) => FIRST.test(key)))
  const phones = numberingPlansOf(config.countryCodes)
  provideNumberingPlans(phones)
  const prerendered = isWelcome ? path : null
  const frontDoor = door && { options: door.options, needs: needsOf(config, door.products) }
  const initialState: InitialState = {
    ...{ locale, config, phones, messages, debug, demo, live, prerendered },
    ...(frontDoor ? { frontDoor } : {}),
  }
  frontDoorSlot.renderWith(() => frontDoor && <FrontDoorParts {...frontDoor} />)
  return {
    lang: locale,
    title: t('brand.page.title', { partner: config.partnerName }),
    description: t('brand.page.description', { partner: config.partnerName }),
    theme: themeStyle(config.brand),
    typefaces: typefacesOf(config.brand),
    // No external return arrives at Welcome, and its size matters most.
    headScript:
      oldBrowserScript +
      storageScript +
      (isWelcome ? reasonScript + themeScript : arrivalScript + landingScript + themeScript),
    root: rootOf(initialState, path),
    initialState,
  }
}

const needsOf = ({ frontDoor }: Config, products: readonly Need[]): Need[] =>
  commonNeeds(products, frontDoor?.needs).map(({ id, slug, name, price, icon, order, requiresSubscription }) => ({
    ...{ id, slug, name, price, icon, order, requiresSubscription },
  }))

/** Whether a path has a screen, in any of its forms. */
export function isScreenPath(path: string): boolean {
  return path === '/' || knownPath(path) !== undefined
}

/** In maintenance every path shows the same; otherwise only Welcome has prerendered HTML. */
function rootOf(initialState: InitialState, path: string): string {
  if (initialState.config.maintenanceMode) {
    return renderToString(
      <PartnerProvider config={initialState.config}>
        <MaintenanceScreen />
      </PartnerProvider>,
    )
  }
  return initialState.prerendered ? renderToString(<App initialState={initialState} ssrPath={path} />) : ''
}

/** The partner's best language for an Accept-Language header, or for a stored language. */
export function chooseLocale(accepted: string | undefined, config: Config): string {
  const languageTags = (accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '')
  for (const tag of languageTags) {
    const found = tag && languageFor(tag, config.languages)
    if (found) return found
  }
  return config.languages.includes(config.patientAppLanguage) ? config.patientAppLanguage : FALLBACK_LOCALE
}
