import './platform/server.ts'
import type { Config } from '@cuida/core/brand/config.ts'
import { FALLBACK_LOCALE, languageFor } from '@cuida/core/brand/locale.ts'
import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import { oldBrowserScript } from '@cuida/ui/client/old-browser-script.ts'
import { signedInScript } from '@cuida/ui/client/session/signed-in-script.ts'
import { storageScript } from '@cuida/ui/client/session/storage-script.ts'
import { loadMessages, type MessageCatalogue, t, usedMessages } from '@cuida/ui/i18n/messages.ts'
import { renderedTitle } from '@cuida/ui/Screen/document-title.ts'
import { themeScript, themeStyle } from '@cuida/ui/theme/theme-style.ts'
import { typefacesOf } from '@cuida/ui/theme/typefaces.ts'
import { renderToString } from 'react-dom/server'
import { parse } from 'regexparam'
import { arrivalScript } from './access/sign-in/arrival-script.ts'
import { numberingPlansOf } from './access/sign-in/numbering-plans.ts'
import { provideNumberingPlans } from './access/sign-in/phone.ts'
import { reasonScript } from './access/sign-in/reasons.ts'
import { App, loadAuthenticatedApp } from './app.tsx'
import { MaintenanceScreen } from './brand/MaintenanceScreen.tsx'
import { commonNeeds } from './catalogue/front-door/care-options.ts'
import { FrontDoorParts } from './catalogue/front-door/FrontDoor.tsx'
import { frontDoor as frontDoorSlot } from './front-door.ts'
import { landingScript } from './invite/landing-script.ts'
import { type InitialState, type Need, setInitialState } from './kit/content/initial-state.ts'
import { PartnerProvider } from './kit/content/partner.tsx'
import { matchPath } from './kit/navigation/match.ts'
import { queryClient } from './kit/query-client.ts'
import { knownPath } from './kit/session/alternative-path.ts'
import { answerWith } from './platform/server.ts'
import type { RouteName } from './routes.ts'
import { importScreen, provideScreen } from './screens.tsx'

interface Input {
  path: string
  /** Whether the screen's HTML goes into the page. Otherwise the page fits every screen. */
  prerenders: boolean
  locale: string
  config: Config
  catalogue: MessageCatalogue
  debug: InitialState['debug']
  demo: boolean
  live: boolean
  /** Answers the screen's requests, as to a guest. */
  api?: typeof fetch | undefined
  /** For Welcome: what is free now, and the products on sale. */
  frontDoor?: { options: CareOptions; products: readonly Need[] } | undefined
}

/** Message keys of every first screen. */
const FIRST = /^(access\.welcome|brand|ui)\./

let last: Promise<unknown> = Promise.resolve()

/** One render after another: they share the active language, the queries and the initial state. */
function inTurn<T>(render: () => Promise<T>): Promise<T> {
  const turn = last.then(render)
  last = turn.catch(() => {})
  return turn
}

/** Renders the parts that `server/pages/shell.ts` fills into the template. Without `root` the screen was not found. */
export const render = (input: Input) =>
  inTurn(async () => {
    const { path, prerenders, locale, config, catalogue, debug, demo, live, api, frontDoor: door } = input
    loadMessages(locale, catalogue)
    const phones = numberingPlansOf(config.countryCodes)
    provideNumberingPlans(phones)
    const screen = prerenders ? screenOf(path) : undefined
    const isWelcome = screen === 'welcome'
    const frontDoor = door && { options: door.options, needs: needsOf(config, door.products) }
    const state: InitialState = {
      ...{ locale, config, phones, messages: catalogue, debug, demo, live, prerendered: screen ? path : null },
      ...(frontDoor ? { frontDoor } : {}),
    }
    setInitialState(state)
    frontDoorSlot.renderWith(() => frontDoor && <FrontDoorParts {...frontDoor} />)
    if (api) answerWith(api)
    const { root, queries, keys } = await rootOf(state, screen)
    return {
      lang: locale,
      title: screen && !isWelcome ? renderedTitle() : t('brand.page.title', { partner: config.partnerName }),
      description: t('brand.page.description', { partner: config.partnerName }),
      theme: themeStyle(config.brand),
      typefaces: typefacesOf(config.brand),
      // No external return arrives at Welcome, and its size matters most.
      headScript:
        oldBrowserScript +
        storageScript +
        (isWelcome ? reasonScript : signedInScript + arrivalScript + landingScript) +
        themeScript,
      root,
      initialState: { ...state, messages: pageMessages(catalogue, keys), ...(queries.length > 0 ? { queries } : {}) },
    }
  })

/** The screen of a path. */
export const screenOf = (path: string): RouteName | undefined =>
  path === '/' ? 'welcome' : matchPath(parse as never, path)?.name

/** The messages of the screen and of every first screen; the app loads the others later. */
function pageMessages(catalogue: MessageCatalogue, keys: ReadonlySet<string>): MessageCatalogue {
  const parts = new Set([...keys].map(partOf))
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => FIRST.test(key) || parts.has(partOf(key))))
}

/** `catalogue.home` of `catalogue.home.hello`: what a screen shows after its first render mostly has the same. */
const partOf = (key: string): string => key.split('.', 2).join('.')

const needsOf = ({ frontDoor }: Config, products: readonly Need[]): Need[] =>
  commonNeeds(products, frontDoor?.needs).map(({ id, slug, name, price, icon, order, requiresSubscription }) => ({
    ...{ id, slug, name, price, icon, order, requiresSubscription },
  }))

/** Whether a path has a screen, in any of its forms. */
export function isScreenPath(path: string): boolean {
  return path === '/' || knownPath(path) !== undefined
}

interface Root {
  root: string
  queries: NonNullable<InitialState['queries']>
  keys: ReadonlySet<string>
}

const EMPTY: Root = { root: '', queries: [], keys: new Set() }

/** Queries that depend on other queries' replies need another render. */
const MAX_RENDERS = 5

/**
 * In maintenance every path shows the same. A screen is rendered until all its queries have their replies; one with a
 * failed query, or of something that does not exist, is left to the app.
 */
async function rootOf(initialState: InitialState, screen: RouteName | undefined): Promise<Root> {
  if (initialState.config.maintenanceMode) return { ...EMPTY, root: renderToString(maintenance(initialState)) }
  if (!screen || !initialState.prerendered) return EMPTY
  const path = initialState.prerendered
  await loadAuthenticatedApp()
  provideScreen(screen, await importScreen(screen))
  const cache = queryClient.getQueryCache()
  try {
    for (let renders = 0; renders < MAX_RENDERS; renders++) {
      let root = ''
      const keys = usedMessages(() => {
        root = renderToString(<App initialState={initialState} ssrPath={path} />)
      })
      const pending = cache.getAll().filter(({ state, options }) => state.status === 'pending' && isEnabled(options))
      if (pending.length === 0) {
        const replies = cache.getAll().filter(({ state }) => state.status === 'success')
        return { root, keys, queries: replies.map(({ queryKey, state }) => [queryKey, state.data] as const) }
      }
      const replies = await Promise.allSettled(pending.map((query) => query.fetch()))
      if (replies.some((reply) => reply.status === 'rejected' || reply.value === null)) return EMPTY
    }
    return EMPTY
  } finally {
    queryClient.clear()
  }
}

const isEnabled = (options: object): boolean => !('enabled' in options) || options.enabled !== false

const maintenance = ({ config }: InitialState) => (
  <PartnerProvider config={config}>
    <MaintenanceScreen />
  </PartnerProvider>
)

/** The partner's best language for an Accept-Language header, or for a stored language. */
export function chooseLocale(accepted: string | undefined, config: Config): string {
  const languageTags = (accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '')
  for (const tag of languageTags) {
    const found = tag && languageFor(tag, config.languages)
    if (found) return found
  }
  return config.languages.includes(config.patientAppLanguage) ? config.patientAppLanguage : FALLBACK_LOCALE
}
