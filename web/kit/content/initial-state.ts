import type { Config } from '@cuida/core/brand/config.ts'
import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'

/** State inside the HTML page (server/pages/shell.ts): enough to paint the first screen without a request. */
export interface InitialState {
  locale: string
  config: Config
  /** Numbering plans of the partner's countries (web/access/sign-in/phone.ts). */
  phones: { countries: { country: string; callingCode: string }[]; metadata: object }
  /** Compiled messages of the first screen; the whole catalogue follows. */
  messages: Record<string, unknown>
  /** Active debugging aids: the banner outside production, the screen of all languages. */
  debug: { info: boolean; languages: boolean }
  /** A demo open to the public. */
  demo: boolean
  /** Content may change while the page is open (LiveContent.tsx). */
  live: boolean
  /** The path whose HTML is already in the page, if any. */
  prerendered: string | null
  /** The replies that the page's HTML was rendered with, by query key. */
  queries?: readonly (readonly [key: readonly unknown[], data: unknown])[]
  /** What the prerendered screen shows of the clinic, so that its HTML can be hydrated. */
  frontDoor?: FrontDoorContent
}

/** What Welcome and Home say of the clinic: the page contains it, and the app keeps its times current. */
export interface FrontDoorContent {
  options: CareOptions
  /** The clinic's common needs. */
  needs: readonly Need[]
}
export type Need = Pick<ProductSummary, 'id' | 'slug' | 'name' | 'price' | 'icon' | 'order' | 'requiresSubscription'>

/**
 * Set by the native app after fetching it: its page contains none, and Trusted Types forbid writing a script's text.
 */
let fetched: InitialState | undefined

export function setInitialState(initialState: InitialState): void {
  fetched = initialState
}

let parsed: { element: Element | null; state: InitialState } | undefined

export function readInitialState(): InitialState {
  if (fetched) return fetched
  const element = document.getElementById('initial-state')
  if (parsed?.element !== element || !parsed) parsed = { element, state: JSON.parse(element?.textContent ?? '{}') }
  return parsed.state
}
