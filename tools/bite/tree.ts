import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../run.ts'

export const CACHE = join(ROOT, '.cache', 'bite')
export const TREE = join(CACHE, 'tree')

const NOT_COPIED = new Set(['node_modules', '.git', '.cache', '.data'])

/**
 * A copy of the checkout to plant faults in: in the checkout itself one that is left behind by a killed run would look like
 * work. The workspaces' links are relative, so here they lead to the copy; everything else is installed only once.
 */
export function plantTree(): void {
  rmSync(TREE, { recursive: true, force: true })
  mkdirSync(TREE, { recursive: true })
  for (const name of readdirSync(ROOT).filter((name) => !NOT_COPIED.has(name)))
    cpSync(join(ROOT, name), join(TREE, name), {
      recursive: true,
      filter: (path) => !NOT_COPIED.has(basename(path)),
      verbatimSymlinks: true,
    })
  linkModules(join(ROOT, 'node_modules'), join(TREE, 'node_modules'))
  for (const workspace of workspaces()) {
    const own = join(ROOT, workspace, 'node_modules')
    if (existsSync(own)) linkModules(own, join(TREE, workspace, 'node_modules'))
  }
}

/** Folders of scopes are made anew, for one of them holds the workspaces; Vite's caches stay with whom they are of. */
function linkModules(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.name.startsWith('@')) linkModules(source, target)
    else if (!/^\.(cache|vite)/.test(entry.name)) symlinkSync(source, target)
  }
}

const workspaces = (): string[] => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).workspaces
