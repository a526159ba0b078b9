import type { SourceFile } from './files.ts'
import { allNodesIn, parseSource } from './syntax.ts'

/** `killPoint`, `KILL_POINT` and `kill-point` all become ` kill point `. */
const wordsOf = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()} `

/** The words of `tools/retired-names.txt`, without its comment lines. */
export const retiredWords = (list: string): string[] =>
  list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** Reports each file name and each identifier that contains a retired word. */
export function nameProblems(sources: readonly SourceFile[], retired: readonly string[]): string[] {
  const isRetired = (name: string) => retired.some((word) => wordsOf(name).includes(` ${word} `))
  return sources.flatMap(({ path, text }) => {
    const names = new Set([path.slice(path.lastIndexOf('/') + 1), ...identifiersIn(path, text)])
    return [...names].filter(isRetired).map((name) => `${path}: ${name} has a retired word (tools/retired-names.txt)`)
  })
}

const identifiersIn = (path: string, text: string): string[] =>
  allNodesIn(parseSource(path, text)).flatMap(({ type, name }) =>
    /Identifier$/.test(type) && typeof name === 'string' ? [name] : [],
  )
