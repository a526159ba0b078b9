import { posix } from 'node:path'
import { importsOf } from './imports.ts'

// ARCHITECTURE.md, "Arrows": who may import whom.

export interface Source {
  /** From the root, as in `web/care/CancelScreen.tsx`. */
  path: string
  text: string
}

/** Later may import earlier inside a workspace, never the reverse. */
export const AREAS =
  'brand invite access profile catalogue news subscription booking consultation checkout care support'.split(' ')

/** Workspaces of ours that each may import besides itself. */
const ARROWS: Record<string, string[]> = {
  core: [],
  server: ['core'],
  content: ['core'],
  ui: ['core'],
  web: ['core', 'ui'],
  desk: ['core', 'ui'],
  twins: ['core'],
  native: [],
}
/** These know no area of any workspace. */
const AREALESS = new Set(['ui', 'twins'])
const AREALESS_FOLDERS = new Set(['kit', 'providers'])

/** Tests, and `test-….ts` and contracts of ports that only they use. */
const isTest = (path: string) => /\.test\.tsx?$|\/test-[^/]+\.tsx?$|^ui\/testing\/|\/contract\.ts$/.test(path)

/** A sentence for each import that goes against the arrows. */
export function arrowProblems(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ to, typeOnly }) => {
      const problem = importProblem(path, targetOf(path, to), typeOnly)
      return problem ? [`${path} imports ${to}: ${problem}`] : []
    }),
  )
}

/** Path from the root, or a package's name. */
export function targetOf(from: string, to: string): string {
  if (to.startsWith('.')) return posix.join(posix.dirname(from), to)
  return to.startsWith('@cuida/') ? to.slice('@cuida/'.length) : `npm:${to}`
}

function importProblem(from: string, target: string, typeOnly: boolean): string | undefined {
  const [workspace = ''] = from.split('/')
  const allowed = ARROWS[workspace]
  if (!allowed) return undefined
  if (target.startsWith('npm:')) return packageProblem(from, workspace, target)
  if (isTest(target) && !isTest(from)) return 'only tests use it'
  const [other = ''] = target.split('/')
  if (other !== workspace && !allowed.includes(other) && !isException(from, target)) {
    return `${workspace} may import ${[...allowed, 'itself'].join(', ')} only`
  }
  return areaProblem(from, target, typeOnly) ?? providerProblem(from, target, typeOnly)
}

function packageProblem(from: string, workspace: string, target: string): string | undefined {
  if (workspace !== 'core' || target === 'npm:valibot' || isTest(from)) return undefined
  return 'core imports valibot and itself only'
}

/** The one program mounts the content service, and a test may bring up whatever it needs. */
function isException(from: string, target: string): boolean {
  if (isTest(from)) return true
  return (from === 'server/services.ts' || from === 'server/app.ts') && target.startsWith('content/')
}

function areaProblem(from: string, target: string, typeOnly: boolean): string | undefined {
  const [workspace = '', folder = ''] = from.split('/')
  const [otherWorkspace, otherFolder = ''] = target.split('/')
  const other = AREAS.indexOf(otherFolder)
  if (other < 0 || isTest(from)) return undefined
  if (AREALESS.has(workspace)) return typeOnly && otherWorkspace === 'core' ? undefined : `${workspace} knows no area`
  if (AREALESS_FOLDERS.has(folder))
    return mayNameCore(workspace, otherWorkspace, typeOnly) ? undefined : `${folder} imports no area`
  const own = AREAS.indexOf(folder)
  if (otherWorkspace !== workspace || own < 0 || other <= own) return undefined
  return `${folder} comes before ${otherFolder}`
}

/**
 * The words of core may be named by everybody as types; an app's kit also sends core's calls, since who is signed in and
 * which partner this is stands under every screen. The areas of its own workspace stay closed to it.
 */
const mayNameCore = (workspace: string, other: string | undefined, typeOnly: boolean): boolean =>
  other === 'core' && (typeOnly || workspace === 'web' || workspace === 'desk')

/** Adapters are made in one place; everybody else sees their port. */
function providerProblem(from: string, target: string, typeOnly: boolean): string | undefined {
  if (!target.startsWith('server/providers/') || typeOnly || isTest(from)) return undefined
  if (from === 'server/services.ts' || from.startsWith('server/providers/') || target.endsWith('/port.ts'))
    return undefined
  return 'only server/services.ts makes providers; import the port'
}
