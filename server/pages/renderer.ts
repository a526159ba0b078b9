import { pathToFileURL } from 'node:url'
import type { Env } from '../env.ts'

/** What `web/entry-server.tsx` renders: a screen as HTML, with the initial state of the app. */
export interface PrerenderedPage {
  lang: string
  title: string
  description: string
  /** The partner's theme properties, as CSS text. */
  theme: string
  /** The names of the typefaces to preload. */
  typefaces: readonly string[]
  /** Runs before the first paint: sets the theme and detects a signed-in person. */
  headScript: string
  root: string
  /** Read by `web/kit/content/initial-state.ts`; never contains personal data. */
  initialState: object
}

export interface Flags {
  /** Debugging aids that an app may show: the banner outside production, the screen of all languages. */
  debug: { info: boolean; languages: boolean }
  /** A public demo, which the app labels as such. */
  demo: boolean
  /** The content may change at any moment: pages subscribe to changes. */
  live: boolean
}

interface RenderInput {
  path: string
  /** Whether the screen's HTML goes into the page. `root` is empty when the screen shows nothing that exists. */
  prerenders: boolean
  locale: string
  config: object
  catalogue: object
  /** Answers the screen's requests, as to a guest. */
  api?: typeof fetch
  frontDoor?: object | undefined
}

export interface Renderer {
  render(input: RenderInput & Flags): Promise<PrerenderedPage>
  /** The name of a path's screen (`web/routes.ts`). */
  screenOf(path: string): string | undefined
  /** Whether a screen has this address. */
  isScreenPath(path: string): boolean
  /** The partner's language that fits an Accept-Language header best. */
  chooseLocale(accepted: string | undefined, config: object): string
}

/** `dist`: the build folder of the patient app. */
export const loadRenderer = (dist: string): Promise<Renderer> =>
  import(pathToFileURL(`${dist}/server/entry-server.js`).href)

export const flagsOf = (env: Shown): Flags => ({
  debug: { info: env.ENVIRONMENT !== 'production', languages: env.I18N_DEBUG === 'on' },
  demo: env.DEMO_IN_PUBLIC !== undefined,
  live: env.CONTENT_URL !== undefined,
})
type Shown = Pick<Env, 'ENVIRONMENT' | 'I18N_DEBUG' | 'DEMO_IN_PUBLIC' | 'CONTENT_URL'>
