import type { Source } from './files.ts'

/** `| A2.3 | what | where | tests |` of docs/spec-map.md. */
const ROW = /^(\| ([ABC]\d+\.\d+) \|.* \|)([^|]*)\|$/gm
/** The tags that end a title, before its closing quote. */
const TAGS = /(?: \[[ABC]\d+\.\d+\])+(?=['"`])/g

export const rowIds = (map: string): string[] => [...map.matchAll(ROW)].map(([_row, _start, id = '']) => id)

/** The files by the ids that their test titles carry. */
export function taggedFiles(tests: readonly Source[]): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { path, text } of tests) {
    const tags = (text.match(TAGS) ?? []).join('').match(/[ABC][\d.]+/g)
    for (const id of new Set(tags)) files.set(id, [...(files.get(id) ?? []), path])
  }
  return files
}

/** The map with its tests column regenerated; a cell that says “not yet” or “partly” is kept. */
export const withTests = (map: string, files: ReadonlyMap<string, readonly string[]>): string =>
  map.replaceAll(ROW, (_row, start: string, id: string, cell: string) => {
    const tests = files.get(id)?.map((file) => `\`${file}\``)
    return `${start} ${isGap(cell) ? cell.trim() : (tests ?? []).join(', ')} |`
  })

const isGap = (cell: string): boolean => /^ (?:not yet|partly)\b/.test(cell)

/** Rows without a test, and tags without a row. */
export function mapProblems(map: string, files: ReadonlyMap<string, readonly string[]>): string[] {
  const rows = [...map.matchAll(ROW)]
  const ids = new Set(rowIds(map))
  return [
    ...rows
      .filter(([_row, _start, id = '', cell = '']) => !files.has(id) && !isGap(cell))
      .map(([_row, _start, id]) => `${id} has no test`),
    ...[...files].filter(([id]) => !ids.has(id)).map(([id, paths]) => `${id} is not in the map: ${paths.join(', ')}`),
  ]
}
