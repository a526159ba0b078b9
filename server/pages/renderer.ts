import { pathToFileURL } from 'node:url'
import type { Env } from '../env.ts'

/** What `web/entry-server.tsx` exports: the first screen as HTML, with what the app needs to wake up in it. */
export interface PrerenderedPage {
  lang: string
  title: string
  description: string
  /** Theme properties of the partner, as CSS text. */
  theme: string
  /** Runs before the first paint: theme choice, and whether somebody is signed in. */
  headScript: string
  root: string
  /** Read by `web/kit/content/initial-state.ts`; never holds anything of a person. */
  initialState: object
}

export interface Flags {
  /** Debugging aids that an app may show: the banner outside production, the screen of all languages. */
  debug: { info: boolean; languages: boolean }
  /** People from outside are shown a demo, and are told so. */
  demo: boolean
  /** The content may change at any moment: pages listen for it. */
  live: boolean
}

export interface Renderer {
  render(input: { path: string; locale: string; config: object; catalogue: object } & Flags): PrerenderedPage
  /** Whether some screen has this address. */
  isScreenPath(path: string): boolean
  /** The language among the partner's that fits an Accept-Language header best. */
  chooseLocale(accepted: string | undefined, config: object): string
}

/** `dist`: the folder that the patient app was built into. */
export const loadRenderer = (dist: string): Promise<Renderer> =>
  import(pathToFileURL(`${dist}/server/entry-server.js`).href)

/** What the settings say that a page shows. */
export const flagsOf = (env: Shown): Flags => ({
  debug: { info: env.ENVIRONMENT !== 'production', languages: env.I18N_DEBUG === 'on' },
  demo: env.DEMO_IN_PUBLIC !== undefined,
  live: env.CONTENT_URL !== undefined,
})
type Shown = Pick<Env, 'ENVIRONMENT' | 'I18N_DEBUG' | 'DEMO_IN_PUBLIC' | 'CONTENT_URL'>
