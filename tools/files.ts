import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  /** From the root, as in `web/care/CancelScreen.tsx`. */
  path: string
  text: string
}

/** Installed or built. */
const NOT_SOURCES = new Set(['node_modules', 'dist', 'www', 'build'])
/** The app's pages in the native projects, copied by their sync. */
const BUILT = new Set(['native/ios/App/App/public', 'native/android/app/src/main/assets'])

/** Every source file below the folders, as sorted paths from the root; installed and built files are left out. */
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
