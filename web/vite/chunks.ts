import { resolve } from 'node:path'

/** What rolldown tells of the modules of a build. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}
interface Group {
  name: string | ((id: string, graph: ModuleGraph) => string | null)
  priority: number
  includeDependenciesRecursively: false
  minShareCount?: number
}

/** The screens that most visits begin with, in their order, by the module that each starts from. */
const STARTS = {
  shell: 'main.tsx',
  welcome: 'access/sign-in/WelcomeScreen.tsx',
  inside: 'inside.tsx',
  product: 'catalogue/product/ProductScreen.tsx',
}

/**
 * A few files for the first screens instead of one for each set of modules that the same screens share: small files compress
 * badly, and each costs a request. Derived from the imports of the modules in `STARTS`; what Welcome and the signed-in app share
 * is a file too. Further in, modules that many screens share are two files.
 */
export function chunkGroups(root: string): Group[] {
  return [
    { name: firstScreenOf(root), priority: 3, includeDependenciesRecursively: false },
    { name: 'often', minShareCount: 30, priority: 2, includeDependenciesRecursively: false },
    { name: 'shared', minShareCount: 8, priority: 1, includeDependenciesRecursively: false },
  ]
}

function firstScreenOf(root: string) {
  const starts = Object.entries(STARTS).map(([name, file]) => ({ name, id: resolve(root, file) }))
  let screens: { name: string; modules: Set<string> }[] | undefined
  return (id: string, graph: ModuleGraph): string | null => {
    // The manifest names a screen's file after its first module, which a group would take away.
    if (id.endsWith('.html') || starts.some((start) => start.id === id)) return null
    screens ??= starts.map((start) => ({ name: start.name, modules: importsOf(graph, start.id) }))
    const [first, second] = screens.filter(({ modules }) => modules.has(id)).map(({ name }) => name)
    // What the compiler adds for older browsers (a name with \0) serves the packages too.
    if (first === 'shell') return id.includes('/node_modules/') || id.startsWith('\0') ? 'packages' : 'shell'
    return first === 'welcome' && second === 'inside' ? 'signing-in' : (first ?? null)
  }
}

/** A module with all that it imports, not what it may load later. Throws when the build has no such module. */
function importsOf(graph: ModuleGraph, start: string): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  if (!graph.getModuleInfo(start)) throw new Error(`web/vite/chunks.ts names ${start}, which is not in the build`)
  visit(start)
  return found
}
