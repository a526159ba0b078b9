import { posix } from 'node:path'
import type { SourceFile } from './files.ts'

// Import directions of ARCHITECTURE.md ("Workspaces", "Areas"). Biome's noRestrictedImports cannot exempt type imports from a
// pattern, and it replaces its options instead of merging them where two overrides apply to a file.

/** A later area may import an earlier one of its workspace, never the reverse. */
const AREAS =
  'brand notifications invite access profile catalogue subscription booking consultation checkout care support fhir'.split(
    ' ',
  )
/** The workspaces that each may import besides itself. */
const WORKSPACES: Record<string, string[]> = {
  core: [],
  server: ['core'],
  content: ['core'],
  ui: ['core'],
  web: ['core', 'ui'],
  desk: ['core', 'ui'],
  simulators: ['core'],
  native: [],
}
const WORKSPACES_WITHOUT_AREAS = new Set(['ui', 'simulators'])
const FOLDERS_WITHOUT_AREAS = new Set(['kit', 'providers'])
/** These two files assemble the server. */
const ASSEMBLY = new Set(['server/services.ts', 'server/app.ts'])

/** Tests, and what only tests use: `test-*.ts` and the contract tests of provider ports. */
const isTest = (path: string) => /\.test\.tsx?$|\/test-[^/]+\.tsx?$|^ui\/testing\/|\/contract\.ts$/.test(path)

const STATEMENT = /^\s*(?:import|export)\s+(type\s)?(?:[\w$*\s{},]*?\sfrom\s*)?['"]([^'"\n]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g

/** Reports each import that goes against the allowed directions. */
export function importProblems(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text).flatMap(({ to, typeOnly }) => {
      const problem = importProblem(path, targetOf(path, to), typeOnly)
      return problem ? [`${path} imports ${to}: ${problem}`] : []
    }),
  )
}

/** Regular expressions suffice, because Biome formats every import statement the same way. */
function importsOf(text: string): { to: string; typeOnly: boolean }[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const statements = [...code.matchAll(STATEMENT)].map(([_, type, to = '']) => ({ to, typeOnly: type !== undefined }))
  return [...statements, ...[...code.matchAll(DYNAMIC)].map(([_, to = '']) => ({ to, typeOnly: false }))]
}

/** The target's path from the root, or `npm:` and the name of a package. */
function targetOf(from: string, to: string): string {
  if (to.startsWith('.')) return posix.join(posix.dirname(from), to)
  return to.startsWith('@cuida/') ? to.slice('@cuida/'.length) : `npm:${to}`
}

function importProblem(from: string, target: string, typeOnly: boolean): string | undefined {
  const [workspace = ''] = from.split('/')
  const allowed = WORKSPACES[workspace]
  if (!allowed || isTest(from)) return undefined
  if (target.startsWith('npm:'))
    return workspace === 'core' && target !== 'npm:valibot' ? 'core imports valibot and itself only' : undefined
  if (isTest(target)) return 'only tests use it'
  const [other = ''] = target.split('/')
  if (other !== workspace && !allowed.includes(other) && !(ASSEMBLY.has(from) && other === 'content'))
    return `${workspace} may import ${[...allowed, 'itself'].join(', ')} only`
  return areaProblem(from, target, typeOnly) ?? providerProblem(from, target, typeOnly)
}

function areaProblem(from: string, target: string, typeOnly: boolean): string | undefined {
  const [workspace = '', folder = ''] = from.split('/')
  const [otherWorkspace, otherFolder = ''] = target.split('/')
  const other = AREAS.indexOf(otherFolder)
  if (other < 0) return undefined
  const isCoreType = typeOnly && otherWorkspace === 'core'
  if (WORKSPACES_WITHOUT_AREAS.has(workspace)) return isCoreType ? undefined : `${workspace} imports no area`
  if (FOLDERS_WITHOUT_AREAS.has(folder)) {
    // Calls of core are allowed in an app's kit: the session and the partner are needed below every screen.
    const isCallOfCore = otherWorkspace === 'core' && ['web', 'desk'].includes(workspace)
    return isCoreType || isCallOfCore ? undefined : `${folder} imports no area`
  }
  const own = AREAS.indexOf(folder)
  if (otherWorkspace !== workspace || own < 0 || other <= own) return undefined
  return `${folder} comes before ${otherFolder}`
}

function providerProblem(from: string, target: string, typeOnly: boolean): string | undefined {
  if (!target.startsWith('server/providers/') || target.endsWith('/port.ts') || typeOnly) return undefined
  if (from === 'server/services.ts' || from.startsWith('server/providers/')) return undefined
  return 'only server/services.ts creates providers; import the port'
}
