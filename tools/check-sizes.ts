// ARCHITECTURE.md, "Size": none over 300 lines. SQL, data and locale files are free.

export const LONGEST = 300
const CODE = /\.(ts|tsx|mjs|css|html)$/

export interface Sized {
  path: string
  lines: number
}

export const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

export const isCode = (path: string): boolean => CODE.test(path)

/** A sentence for each file that has grown too long. */
export function sizeProblems(files: readonly Sized[]): string[] {
  return files.filter(({ lines }) => lines > LONGEST).map(({ path, lines }) => `${path} has ${lines} lines; split it`)
}

/** How the house stands against its aims: half under 60, nine in ten under 200. */
export function sizeSummary(files: readonly Sized[]): string {
  const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)] ?? 0
  return `${lengths.length} files; half have up to ${at(0.5)} lines, nine in ten up to ${at(0.9)}, the longest ${at(1)}`
}
