import { resolve } from 'node:path'
import { BUILD_TARGETS } from '@cuida/ui/build-targets.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { omitReplySchemas } from './vite/answers.ts'
import { precompress } from './vite/compressed.ts'
import { nativePage, startMessages } from './vite/native.ts'

/** Entry modules of what most visits start with, in order. */
const STARTS = {
  shell: 'main.tsx',
  connection: 'kit/offline/Connection.tsx',
  welcome: 'access/sign-in/WelcomeScreen.tsx',
  inside: 'AuthenticatedApp.tsx',
  home: 'catalogue/HomeScreen.tsx',
  product: 'catalogue/product/ProductScreen.tsx',
}

/** Native files are local; there the native entry must run before the app's modules. */
function optionsOf(kind: string) {
  // The prerendered page references the same asset names as the client build. One file, so that the platform is chosen
  // before any module reads it (web/platform/server.ts).
  if (kind === 'server')
    return { input: 'entry-server.tsx', output: { assetFileNames: 'assets/[hash:7][extname]', codeSplitting: false } }
  if (kind === 'native') return {}
  // The first script names every chunk, so a short hash suffices; the manifest maps it to its content. With seven
  // characters, two builds clash in less than one of a million.
  const names = { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]' }
  return { output: { ...names, codeSplitting: { groups: chunkGroups(import.meta.dirname) } } }
}

/** Class fields, which Safari 15 gets wrong, become plain assignments: no class here inherits a setter for one. */
const ASSUMPTIONS = { setPublicClassFields: true }

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), omitReplySchemas(), ...(mode === 'native' ? [nativePage()] : isSsrBuild ? [] : [precompress()])],
  define: mode === 'native' ? { __START_MESSAGES__: JSON.stringify(startMessages()) } : {},
  build: {
    outDir: mode === 'native' ? 'dist/native' : isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    // The manifest lists each screen's files: for preloads (server/pages/preloads.ts) and tools/build-check.ts.
    manifest: !isSsrBuild && mode !== 'native',
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { ...optionsOf(isSsrBuild ? 'server' : mode), transform: { assumptions: ASSUMPTIONS } },
  },
  // React has this hook since 18; the shim for older versions would be an extra file.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  ssr: { noExternal: true },
  css: { modules: { generateScopedName: '[hash:base64:6]' } },
}))

/** The part of rolldown's module graph that is used here. */
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
 * Groups modules into a few files for the first screens instead of one per combination of screens: small files
 * compress badly and each costs a request. Derived from the imports of the modules in `STARTS`; modules shared by
 * Welcome and later screens form a file too. Modules shared by later screens form two files.
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
    // The manifest names a screen's file after its entry module, which must stay out of groups.
    if (id.endsWith('.html') || starts.some((start) => start.id === id)) return null
    screens ??= starts.map((start) => ({ name: start.name, modules: importsOf(graph, start.id) }))
    const [first, second] = screens.filter(({ modules }) => modules.has(id)).map(({ name }) => name)
    // Compiler helpers for older browsers (names with \0) also serve the packages.
    if (first === 'shell') return id.includes('/node_modules/') || id.startsWith('\0') ? 'packages' : 'shell'
    return first === 'welcome' && second ? 'signing-in' : (first ?? null)
  }
}

/** A module with its static imports, without dynamic ones. Throws when the build has no such module. */
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
