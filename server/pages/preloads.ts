import { readFile } from 'node:fs/promises'

/** Vite's manifest of a build: the output file of each source and the files it imports. */
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/**
 * The sources that a page needs first beside the entry; relative to `web/`. `tools/build-check.ts` checks that each exists.
 * The Home screen is in the chunk of the signed-in app; another file lists where the other screens are.
 */
const FIRST_SOURCES = {
  '/welcome': ['access/sign-in/WelcomeScreen.tsx'],
  '/home': ['AuthenticatedApp.tsx'],
  '/app': ['AuthenticatedApp.tsx', 'lazy-routes.ts'],
} as const
export type PagePath = keyof typeof FIRST_SOURCES

/**
 * Preload links for scripts and styles, so that the browser fetches them in parallel with the entry. The styles of
 * prerendered HTML must load before the first paint. Throws when the build lacks a source.
 */
export async function readPreloads(dist: string): Promise<Record<PagePath, string>> {
  return preloadsOf(JSON.parse(await readFile(`${dist}/client/.vite/manifest.json`, 'utf8')))
}

export function preloadsOf(manifest: Manifest): Record<PagePath, string> {
  const links = (path: PagePath) => linksOf(manifest, FIRST_SOURCES[path], STYLED_SOURCES[path])
  return { '/welcome': links('/welcome'), '/home': links('/home'), '/app': links('/app') }
}

/** Sources of prerendered HTML whose code the page needs later: only their styles are linked. */
const STYLED_SOURCES: Partial<Record<PagePath, readonly string[]>> = {
  '/welcome': ['catalogue/front-door/FrontDoor.tsx'],
}

function linksOf(manifest: Manifest, sources: readonly string[], styled: readonly string[] = []): string {
  const known = filesOf(manifest, 'index.html')
  const files = sources.flatMap((source) => [...filesOf(manifest, source)])
  const styles = styled.flatMap((source) => [...filesOf(manifest, source)]).filter((file) => file.endsWith('.css'))
  const needed = [...new Set([...files, ...styles])].filter((file) => !known.has(file))
  return needed
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('')
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
