import { posix } from 'node:path'
import { AREAS, type Source, targetOf } from './check-arrows.ts'
import { importsOf } from './imports.ts'

// ARCHITECTURE.md, "Rooms": the same word is the same folder in every tier, and none holds more than a person can overlook.

const MOST_FILES = 25

/** What may stand beside the areas below a workspace's root. */
const BESIDE: Record<string, readonly string[]> = {
  core: ['kit'],
  server: ['kit', 'providers', 'migrations', 'pages', 'demo', 'testing'],
  web: ['kit', 'platform', 'public', 'vite'],
  desk: ['kit', 'public'],
}
const isSource = (path: string) => /\.(tsx?|mjs|css)$/.test(path)

/** A sentence for each folder that nobody would look for, or find anything in. */
export function roomProblems(paths: readonly string[]): string[] {
  const byFolder = Map.groupBy(paths.filter(isSource), (path) => posix.dirname(path))
  const known = new Set([...byFolder.keys()].flatMap(withParents))
  const crowded = [...byFolder]
    .filter(([folder, files]) => folder.split('/')[0] !== 'e2e' && folder !== 'tools' && files.length > MOST_FILES)
    .map(([folder, files]) => `${folder} holds ${files.length} files; give some of them a room of their own`)
  return [...crowded, ...[...known].flatMap((folder) => nameProblem(folder, known) ?? [])]
}

function withParents(folder: string): string[] {
  const parts = folder.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

function nameProblem(folder: string, known: ReadonlySet<string>): string | undefined {
  const [workspace = '', area, noun, ...deeper] = folder.split('/')
  const beside = BESIDE[workspace]
  if (!beside || !area || deeper.length > 0 || beside.includes(area)) return undefined
  if (!AREAS.includes(area)) return noun ? undefined : `${folder} is no area, and nothing that stands beside them`
  if (!noun || workspace === 'core' || known.has(`core/${area}/${noun}`)) return undefined
  return `${folder} has no core/${area}/${noun}: one word leads to one folder in every tier`
}

/** A sentence for each ring of files that import each other, types included: none of them can be read first. */
export function circleProblems(sources: readonly Source[]): string[] {
  const imports = new Map(
    sources.map(({ path, text }) => [path, importsOf(text).map(({ to }) => targetOf(path, to))] as const),
  )
  return ringsOf(imports).map((ring) => `in a circle: ${ring.toSorted().join(', ')}`)
}

/** Tarjan's strongly connected components of more than one. */
function ringsOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const place = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const rings: string[][] = []
  const at = (of: Map<string, number>, node: string) => of.get(node) ?? 0
  function visit(node: string): void {
    place.set(node, place.size)
    lowest.set(node, at(place, node))
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue
      if (!place.has(next)) visit(next)
      else if (!stack.includes(next)) continue
      lowest.set(node, Math.min(at(lowest, node), at(lowest, next)))
    }
    if (lowest.get(node) !== place.get(node)) return
    const ring = stack.splice(stack.indexOf(node))
    if (ring.length > 1) rings.push(ring)
  }
  for (const node of edges.keys()) if (!place.has(node)) visit(node)
  return rings
}

/** A tagged template whose tag is named as connections and transactions are. */
const STATEMENT = /(?<![\w.])(?:\w+\.)?(?:sql|db|tx|own)(?:<[^`;]*>)?`/

/** A sentence for each file that speaks to the database without being a store. What the database is for everybody is the kit's. */
export const sqlProblems = (sources: readonly Source[]): string[] =>
  sources
    .filter(
      ({ path }) =>
        path.startsWith('server/') && !/^server\/(kit|testing|migrations)\/|-store\.ts$|\/store\.ts$/.test(path),
    )
    .filter(({ path, text }) => !/\.test\.tsx?$|\/test-[^/]+$|^ui\/testing\//.test(path) && STATEMENT.test(text))
    .map(({ path }) => `${path} speaks to the database; that is for a *-store.ts`)
