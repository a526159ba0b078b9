import { TARGETS } from '@cuida/ui/build-targets.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { answersLeftOut } from './vite/answers.ts'
import { chunkGroups } from './vite/chunks.ts'
import { compressed } from './vite/compressed.ts'
import { nativePage, startWords } from './vite/native.ts'

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
  define: mode === 'native' ? { __START_WORDS__: JSON.stringify(startWords()) } : {},
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
  // React has this itself since 18; the stand-in for older ones is a file more that nobody needs.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  ssr: { noExternal: true },
  css: { modules: { generateScopedName: '[hash:base64:6]' } },
}))
