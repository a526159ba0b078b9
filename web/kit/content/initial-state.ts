import type { Config } from '@cuida/core/brand/config.ts'

/** What the page brought with it (server/pages/shell.ts): enough to paint the first screen without asking anybody. */
export interface InitialState {
  locale: string
  config: Config
  /** Numbering plans of the partner's countries (web/access/sign-in/phone.ts). */
  phones: { countries: { country: string; callingCode: string }[]; metadata: object }
  /** Compiled messages of the first screen; the whole catalogue follows. */
  messages: Record<string, unknown>
  /** Debugging aids that are on: the banner outside production, the screen of all languages. */
  debug: { info: boolean; languages: boolean }
  /** This is a demo that people from outside see. */
  demo: boolean
  /** The content may change while the page is open (live-content.ts). */
  live: boolean
  /** The path whose HTML is already in the page, if any. */
  prerendered: string | null
}

/** What a native app fetched: its page brought nothing, and trusted types let nobody write the text of a script. */
let fetched: InitialState | undefined

export function setInitialState(initialState: InitialState): void {
  fetched = initialState
}

export function readInitialState(): InitialState {
  return fetched ?? JSON.parse(document.getElementById('initial-state')?.textContent ?? '{}')
}
