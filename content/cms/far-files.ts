import type { Shelf } from './shelf.ts'

const originOf = (address: string): string => new URL(address).origin

/** Whether a file lies where who runs this place said that files may lie. */
export const isNamed = (address: string, filesFrom: readonly string[] = []): boolean =>
  filesFrom.includes(originOf(address))

/** A line for each place that content leads to and nobody has named: its files are not shown. */
export function unnamedPlaces({ files }: Shelf, filesFrom: readonly string[] = []): string[] {
  const origins = new Set(Object.values(files).map(originOf))
  return [...origins]
    .filter((origin) => !filesFrom.includes(origin))
    .map((origin) => `files at ${origin} are not shown: CONTENT_FILES_FROM does not name it`)
}
