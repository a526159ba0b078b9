import { createHash } from 'node:crypto'

/** A fault that could be planted, as every pass of the tester names it. */
export interface Fault {
  /** From the root of the tree. */
  path: string
  location: { start: Place; end: Place }
  mutatorName: string
  replacement: string
}
interface Place {
  line: number
  column: number
}

/** The same in each pass over the same source, where the tester's own numbers follow the order of the files. */
export const keyOf = ({ path, location: { start, end }, mutatorName, replacement }: Fault): string =>
  [path, start.line, start.column, end.line, end.column, mutatorName, replacement].join('\t')

export const pathOf = (key: string): string => key.slice(0, key.indexOf('\t'))

/**
 * `count` of the keys, each with the same chance: those that a hash with the seed puts first. So the order in which they are given
 * changes nothing, and a larger sample of the same seed holds the smaller one.
 */
export function draw(keys: Iterable<string>, count: number, seed: string): string[] {
  const rank = (key: string) => createHash('sha256').update(`${seed}\n${key}`).digest('hex')
  return [...new Set(keys)]
    .map((key) => ({ key, rank: rank(key) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ key }) => key)
}

/**
 * Between which per cents the share of the whole lies, 95 times of a hundred, when `part` of `drawn` were seen (Wilson's interval: it
 * stays true for few and near the ends, where the usual margin leaves the scale).
 */
export function intervalOf(part: number, drawn: number): [number, number] {
  if (drawn === 0) return [0, 100]
  const z = 1.96
  const share = part / drawn
  const weight = z ** 2 / drawn
  const middle = (share + weight / 2) / (1 + weight)
  const reach = (z * Math.sqrt((share * (1 - share)) / drawn + weight / (4 * drawn))) / (1 + weight)
  return [percent(middle - reach), percent(middle + reach)]
}

const percent = (share: number): number => Math.round(share * 1000) / 10
