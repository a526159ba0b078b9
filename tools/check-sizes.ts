// What a reader can keep in mind at once. SQL, data and locale files are free.

/** Lines: of any file, of half the sources, and of nine in ten. Tests may tell longer stories. */
export const LONGEST = 300
const HALF = 50
const NINE_IN_TEN = 115
const CODE = /\.(ts|tsx|mjs|css|html)$/
const TEST = /\.(test|spec)\.|(^|\/)test-|^e2e\/|(^|\/)testing\//

export interface Sized {
  path: string
  lines: number
}

export const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

export const isCode = (path: string): boolean => CODE.test(path)

/** A sentence for each file that has grown too long, and one when sources have on the whole. */
export function sizeProblems(files: readonly Sized[]): string[] {
  const long = files
    .filter(({ lines }) => lines > LONGEST)
    .map(({ path, lines }) => `${path} has ${lines} lines; split it`)
  const half = share(files, 0.5)
  const most = share(files, 0.9)
  const grown = half > HALF || most > NINE_IN_TEN
  return grown
    ? [
        ...long,
        `half of the sources have up to ${half} lines (aim ${HALF}), nine in ten up to ${most} (aim ${NINE_IN_TEN})`,
      ]
    : long
}

/** How the house stands against its aims. */
export const sizeSummary = (files: readonly Sized[]): string =>
  `half of the sources have up to ${share(files, 0.5)} lines, nine in ten up to ${share(files, 0.9)}`

function share(files: readonly Sized[], part: number): number {
  const lengths = files.filter(({ path }) => !TEST.test(path)).map(({ lines }) => lines)
  return lengths.sort((a, b) => a - b)[Math.floor((lengths.length - 1) * part)] ?? 0
}
