import type { Plugin } from 'vite'

/** Modules by name: files or folders below a workspace's folder. */
export interface Named {
  name: string
  test: RegExp
}

/** One of these files or folders below a workspace's folder. */
export const within = (folder: string, ...names: string[]): Named[] =>
  names.map((name) => ({ name: `${folder}/${name}`, test: new RegExp(`/${folder}/${name}([./]|$)`) }))

export const anyOf = (...named: Named[][]) => {
  const tests = named.flat()
  return (id: string): boolean => tests.some(({ test }) => test.test(id.replaceAll('\\', '/')))
}

/** Names that none of the modules bears: what they meant has moved, and is in no file that a page fetches beforehand. */
export const namesOfNothing = (named: Named[], modules: readonly string[]): string[] =>
  named.filter(({ test }) => !modules.some((id) => test.test(id))).map(({ name }) => name)

/** Ends a build whose configuration names a file that has moved: without it a first screen grows, or shows itself bare. */
export function everyNameIsFound(named: Named[]): Plugin {
  return {
    name: 'every-name-is-found',
    apply: 'build',
    generateBundle() {
      const modules = [...this.getModuleIds()].map((id) => id.replaceAll('\\', '/'))
      const lost = namesOfNothing(named, modules)
      if (lost.length > 0) this.error(`web/vite.config.ts names what is not there: ${lost.join(', ')}`)
    },
  }
}
