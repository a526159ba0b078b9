import { readFile } from 'node:fs/promises'

/** Vite's manifest of a build: the output file of each source and the files it imports. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/**
 * The sources that a page needs first beside the entry, relative to `web/`, by the screen that its HTML shows.
 * `tools/build-check.ts` checks that each exists.
 */
export const FIRST_SOURCES = {
  welcome: ['access/sign-in/WelcomeScreen.tsx'],
  home: ['AuthenticatedApp.tsx', 'catalogue/HomeScreen.tsx'],
  productGroup: ['AuthenticatedApp.tsx', 'lazy-routes.ts', 'catalogue/product/ProductGroupScreen.tsx'],
  product: ['AuthenticatedApp.tsx', 'lazy-routes.ts', 'catalogue/product/ProductScreen.tsx'],
  clinicians: ['AuthenticatedApp.tsx', 'lazy-routes.ts', 'catalogue/clinician/CliniciansScreen.tsx'],
  clinicianProfile: ['AuthenticatedApp.tsx', 'lazy-routes.ts', 'catalogue/clinician/ClinicianProfileScreen.tsx'],
  productCalendar: ['AuthenticatedApp.tsx', 'lazy-routes.ts', 'booking/calendar/ClinicianCalendarScreen.tsx'],
  clinicianCalendar: ['AuthenticatedApp.tsx', 'lazy-routes.ts', 'booking/calendar/ClinicianCalendarScreen.tsx'],
  /** Every other screen: its page has no HTML. */
  any: ['AuthenticatedApp.tsx', 'lazy-routes.ts'],
} as const
/** The screens whose HTML is in their page; and `any`. */
export type PageName = keyof typeof FIRST_SOURCES

export const isPrerendered = (screen: string | undefined): screen is Exclude<PageName, 'any'> =>
  screen !== undefined && screen !== 'any' && Object.hasOwn(FIRST_SOURCES, screen)

export interface PageFiles {
  /** Links that fetch the scripts in parallel with the entry. */
  links: string
  /** The style sheets beside the template's, by address. */
  styles: readonly string[]
}

/** What each page needs beside the template's own files. Throws when the build lacks a source. */
export async function readPreloads(dist: string): Promise<Record<PageName, PageFiles>> {
  return preloadsOf(JSON.parse(await readFile(`${dist}/client/.vite/manifest.json`, 'utf8')))
}

export function preloadsOf(manifest: Manifest): Record<PageName, PageFiles> {
  const names = Object.keys(FIRST_SOURCES) as PageName[]
  return Object.fromEntries(names.map((name) => [name, filesFor(manifest, name)])) as Record<PageName, PageFiles>
}

/** Sources of prerendered HTML whose code the page needs later: only their styles are needed. */
const STYLED_SOURCES: Partial<Record<PageName, readonly string[]>> = {
  welcome: ['catalogue/front-door/FrontDoor.tsx'],
}

function filesFor(manifest: Manifest, name: PageName): PageFiles {
  const known = filesOf(manifest, 'index.html')
  const files = FIRST_SOURCES[name].flatMap((source) => [...filesOf(manifest, source)])
  const later = (STYLED_SOURCES[name] ?? []).flatMap((source) => [...filesOf(manifest, source)])
  const isStyle = (file: string) => file.endsWith('.css')
  const needed = [...new Set([...files, ...later.filter(isStyle)])].filter((file) => !known.has(file))
  return {
    links: needed
      .filter((file) => !isStyle(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
      .join(''),
    styles: needed.filter(isStyle).map((file) => `/${file}`),
  }
}

/** A source's own file and its static imports; dynamic imports are left out. */
function filesOf(manifest: Manifest, source: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build of web/ has no "${source}": server/pages/preloads.ts names a file that moved.`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const file of chunk.css ?? []) files.add(file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, files)
  return files
}
