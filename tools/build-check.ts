import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, preloadsOf } from '../server/pages/preloads.ts'

/** A built app: the folder of its files and the URL path that serves them. */
interface Built {
  folder: string
  base: string
}

/** The files that the server opens by name (server/pages). */
const OPENED_BY_NAME = ['client/service-worker.js', 'server/entry-server.js', 'frame/index.html']

/** A sentence for each fault that would show only in a browser: a broken reference or an import cycle. */
export function buildProblems(app: 'web' | 'desk', dist: string): string[] {
  const client = { folder: join(dist, 'client'), base: app === 'web' ? '/' : '/desk/' }
  const manifest: Manifest = JSON.parse(readFileSync(join(client.folder, '.vite', 'manifest.json'), 'utf8'))
  const shared = [
    ...lostFiles(manifest, client.folder),
    ...importCycles(manifest).map(tellCircle),
    ...lostLinks(client),
  ]
  return app === 'web' ? [...shared, ...faultsOfWeb(manifest, dist)] : shared
}

function faultsOfWeb(manifest: Manifest, dist: string): string[] {
  const unopened = OPENED_BY_NAME.filter((name) => !existsSync(join(dist, name))).map(
    (name) => `web/dist/${name} is missing, but the server opens it.`,
  )
  const frame = lostLinks({ folder: join(dist, 'frame'), base: '/payment-frame/' })
  try {
    preloadsOf(manifest)
  } catch (error) {
    return [...unopened, ...frame, error instanceof Error ? error.message : String(error)]
  }
  return [...unopened, ...frame]
}

const lostFiles = (manifest: Manifest, folder: string): string[] =>
  Object.values(manifest)
    .flatMap(({ file, css = [] }) => [file, ...css])
    .filter((file) => !existsSync(join(folder, file)))
    .map((file) => `The manifest refers to ${file}, which does not exist.`)

/** Missing files that a page of the build refers to; other addresses (`/uploads/…`) are answered by the server. */
function lostLinks({ folder, base }: Built): string[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([_whole, link = '']) => link)
    .filter((link) => link.startsWith(`${base}assets/`) && !existsSync(join(folder, link.slice(base.length))))
    .map((link) => `${folder}/index.html refers to ${link}, which does not exist.`)
}

const tellCircle = (names: string[]): string =>
  `The build has an import cycle, so that no page starts: ${names.join(' → ')}`

/** Cycles of static imports, each once. */
export function importCycles(manifest: Manifest): string[][] {
  const done = new Set<string>()
  const found: string[][] = []
  const visit = (name: string, path: readonly string[]): void => {
    const from = path.indexOf(name)
    if (from >= 0) found.push([...path.slice(from), name])
    if (from >= 0 || done.has(name)) return
    for (const next of manifest[name]?.imports ?? []) visit(next, [...path, name])
    done.add(name)
  }
  for (const name of Object.keys(manifest)) visit(name, [])
  return found
}
