import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Source {
  /** From the root, as in `web/care/CancelScreen.tsx`. */
  path: string
  text: string
}

/** What is installed or built. */
const NOT_SOURCES = new Set(['node_modules', 'dist', 'www', 'build'])
/** The app's pages in the native projects, after their sync. */
const BUILT = new Set(['native/ios/App/App/public', 'native/android/app/src/main/assets'])

/** Every file below the folders that a person wrote, as paths from the root, in order. */
export function sourceFiles(root: string, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(root, folder))
    .sort()
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || NOT_SOURCES.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    if (BUILT.has(path)) return []
    return entry.isDirectory() ? filesBelow(root, path) : [path]
  })
}
