import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BUILD_TARGETS } from '@cuida/ui/build-targets.ts'
import { defineConfig } from 'vite'

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

/** The screens that say something without a network. Their own parts on demand are kept as well. */
const OFFLINE = [
  'index.html',
  'AuthenticatedApp.tsx',
  'kit/offline/Connection.tsx',
  'kit/offline/kept-data.ts',
  'access/sign-in/WelcomeScreen.tsx',
  'catalogue/HomeScreen.tsx',
  'consultation/ConsultationsScreen.tsx',
  'care/ConsultationScreen.tsx',
  'care/prescription/PrescriptionsScreen.tsx',
  'care/record/MedicalHistoryScreen.tsx',
  'profile/account/ProfileScreen.tsx',
  'support/help/SupportScreen.tsx',
]

/** The files that the service worker keeps, from the manifest of the app's build, which comes first. */
function filesToKeep(manifest: Record<string, Chunk>): string[] {
  // Files that many screens share refer to every screen.
  const routes = readFileSync(resolve(import.meta.dirname, '../lazy-routes.ts'), 'utf8')
  const screens = new Set([...routes.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, source]) => source))
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (source: string, isScreen: boolean) => {
    if (seen.has(source)) return
    seen.add(source)
    const chunk = manifest[source]
    if (!chunk) throw new Error(`web/vite/worker.ts names ${source}, which is not in the build`)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`)
    for (const imported of chunk.imports ?? []) visit(imported, isScreen)
    if (isScreen) for (const part of chunk.dynamicImports ?? []) if (!screens.has(part)) visit(part, false)
  }
  for (const source of OFFLINE) visit(source, source !== 'index.html')
  // The start page refers to them by name.
  // The page names the one typeface of the clinic, which the worker finds there.
  return [...files].filter((file) => !/\.(html|woff2)$/.test(file)).sort()
}

export default defineConfig(() => {
  const manifest = readFileSync(resolve(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8')
  const files = filesToKeep(JSON.parse(manifest))
  const build = createHash('sha256').update(manifest).digest('hex').slice(0, 12)
  return {
    define: { __BUILD__: JSON.stringify(build), __FILES__: JSON.stringify(files) },
    publicDir: false as const,
    build: {
      outDir: 'dist/client',
      emptyOutDir: false,
      target: BUILD_TARGETS,
      rolldownOptions: {
        input: 'kit/offline/service-worker.ts',
        output: { entryFileNames: 'service-worker.js', format: 'iife' as const },
      },
    },
  }
})
