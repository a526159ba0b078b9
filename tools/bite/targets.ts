import { sourceFiles } from '../files.ts'

/** A folder that faults are planted in, and the tests that ought to notice them. */
export interface Target {
  folder: string
  modules: string[]
  /** Globs from the root. */
  tests: string[]
  /** Per cent of the faults that must be noticed. */
  aim: number
  /** Its tests need a database and the built apps. */
  server: boolean
}

const AIMS: Record<string, number> = { core: 85, server: 85, web: 75, desk: 75 }
export const WORKSPACES = Object.keys(AIMS)

/**
 * What is not planted in, by name: tests and what helps them, programs that only start others, what builds, and
 * declarations of calls, which are data: two lists of `server/kit` hold them, a line a reply and a line a route.
 */
const NOT_PLANTED =
  /\.test\.ts$|\.d\.ts$|(^|\/)(test-[^/]*|contract|main|worker|migrate|vite[./][^/]*|api|[^/]*-api)\.ts$/

/** Every folder with modules of its own; components (`.tsx`) are what the journeys are for. */
export function allTargets(root: string): Target[] {
  const byFolder = Map.groupBy(
    sourceFiles(root, WORKSPACES).filter((path) => path.endsWith('.ts') && !NOT_PLANTED.test(path)),
    (path) => path.slice(0, path.lastIndexOf('/')),
  )
  return [...byFolder].map(([folder, modules]) => targetOf(folder, modules))
}

function targetOf(folder: string, modules: string[]): Target {
  const [workspace = '', area = ''] = folder.split('/')
  return {
    folder,
    modules,
    tests: testsOf(workspace, area),
    aim: AIMS[workspace] ?? 100,
    server: workspace === 'server',
  }
}

/**
 * A rule, a screen's logic, a store: each is held by the tests of its own area. What everybody uses is held by everybody's, where
 * those take seconds; in the server by its own. All tests at once take hours and say less: that a fault broke something far away.
 */
function testsOf(workspace: string, area: string): string[] {
  if (workspace === 'server' && !area) return ['server/*.test.{ts,tsx}']
  const whole = !area || (area === 'kit' && workspace !== 'server')
  return [`${whole ? workspace : `${workspace}/${area}`}/**/*.test.{ts,tsx}`]
}

/** Those with the same tests, in one run: what each test comes past is learned once for all of them. */
export const runsOf = (targets: readonly Target[]): Target[][] =>
  Object.values(Object.groupBy(targets, ({ tests }) => tests.join())).filter((run) => run !== undefined)

/** Those that were asked for, in that order: a name means the folder and all below it; nothing means everything. */
export function chosen(targets: readonly Target[], names: readonly string[]): Target[] {
  if (names.length === 0) return [...targets]
  const wanted = names.map((name) => name.replace(/^\.\//, '').replace(/\/+$/, ''))
  const isIn = (name: string, { folder }: Target) => folder === name || folder.startsWith(`${name}/`)
  const lost = wanted.find((name) => !targets.some((target) => isIn(name, target)))
  if (lost) throw new Error(`There is nothing to plant faults in below "${lost}".`)
  return [...new Set(wanted.flatMap((name) => targets.filter((target) => isIn(name, target))))]
}
