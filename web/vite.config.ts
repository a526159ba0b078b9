import { resolve } from 'node:path'
import { TARGETS } from '@cuida/ui/build-targets.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { answersLeftOut } from './vite/answers.ts'
import { compressed } from './vite/compressed.ts'
import { nativePage, startMessages } from './vite/native.ts'

/** The screens that most visits begin with, in their order, by the module that each starts from. */
const STARTS = {
  shell: 'main.tsx',
  welcome: 'access/sign-in/WelcomeScreen.tsx',
  inside: 'AuthenticatedApp.tsx',
  product: 'catalogue/product/ProductScreen.tsx',
}

/** On a phone the files are at hand; there the native entry must run before anything of the app does. */
function optionsOf(kind: string) {
  // The page that is rendered beforehand names the same files as the app that takes it over.
  if (kind === 'server') return { input: 'entry-server.tsx', output: { assetFileNames: 'assets/[hash:7][extname]' } }
  if (kind === 'native') return {}
  // Every screen's file is named in the first script: a hash is enough there, and the manifest says what it holds. Of seven
  // characters: that a file of a build has the name of another that somebody kept is less than one chance in a million builds.
  const names = { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]' }
  return { output: { ...names, codeSplitting: { groups: chunkGroups(import.meta.dirname) } } }
}

/** Class fields, which Safari 15 gets wrong, become plain assignments: no class here inherits a setter for one. */
const ASSUMPTIONS = { setPublicClassFields: true }

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), answersLeftOut(), ...(mode === 'native' ? [nativePage()] : isSsrBuild ? [] : [compressed()])],
  define: mode === 'native' ? { __START_MESSAGES__: JSON.stringify(startMessages()) } : {},
  build: {
    outDir: mode === 'native' ? 'dist/native' : isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    // Which files a screen is made of: for the pages that name them beforehand (server/pages/preloads.ts), and for tools/built.ts.
    manifest: !isSsrBuild && mode !== 'native',
    target: TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { ...optionsOf(isSsrBuild ? 'server' : mode), transform: { assumptions: ASSUMPTIONS } },
  },
  // React has this itself since 18; the simulator for older ones is a file more that nobody needs.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  ssr: { noExternal: true },
  css: { modules: { generateScopedName: '[hash:base64:6]' } },
}))

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

/**
 * A few files for the first screens instead of one for each set of modules that the same screens share: small files compress
 * badly, and each costs a request. Derived from the imports of the modules in `STARTS`; what Welcome and the signed-in app share
 * is a file too. Further in, modules that many screens share are two files.
 */
function chunkGroups(root: string): Group[] {
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
  if (!graph.getModuleInfo(start)) throw new Error(`web/vite.config.ts names ${start}, which is not in the build`)
  visit(start)
  return found
}
