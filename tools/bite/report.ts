import { intervalOf } from './sample.ts'

/** What the tester tells of one planted fault (the report's schema is mutation-testing-report-schema). */
export interface Mutant {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: Place; end: Place }
}
interface Place {
  line: number
  column: number
}
export interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>
}

export interface Score {
  folder: string
  aim: number
  mutants: number
  killed: number
  /** Of the killed: no test failed, none ended. A machine that was too busy looks the same. */
  timedOut: number
  survived: number
  uncovered: number
  percent: number
  /** Of a sample: between which per cents all faults of the folder lie, as far as these tell. */
  between?: [number, number]
}

const NOTICED = new Set(['Killed', 'Timeout'])
const REMARKS: Record<string, string> = {
  Survived: '',
  NoCoverage: '   (no test comes here)',
  Timeout: '   (no test failed, none ended)',
}

/** Faults that say nothing (ignored, not drawn, or the program did not start) count on neither side. */
export function scoreOf(folder: string, aim: number, report: Report, isSample = false): Score {
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...names: string[]) => statuses.filter((status) => names.includes(status)).length
  const killed = count(...NOTICED)
  const survived = count('Survived')
  const uncovered = count('NoCoverage')
  const mutants = killed + survived + uncovered
  return {
    folder,
    aim,
    mutants,
    killed,
    timedOut: count('Timeout'),
    survived,
    uncovered,
    percent: percentOf(killed, mutants),
    ...(isSample && { between: intervalOf(killed, mutants) }),
  }
}

/** What a report says of one folder's own modules. */
export const partOf = ({ files }: Report, modules: readonly string[]): Report => ({
  files: Object.fromEntries(Object.entries(files).filter(([path]) => modules.includes(path))),
})

// Rounded down: 84.9 is not 85. Nothing planted is nothing missed.
const percentOf = (part: number, whole: number): number => (whole === 0 ? 100 : Math.floor((part * 1000) / whole) / 10)

/** A sample is below its aim when it is hardly chance that it is. */
export const isBelow = ({ percent, aim, between }: Score): boolean => (between ? between[1] : percent) < aim

/** A line for each fault that no test failed for: where, and what stood there instead. */
export function survivorsOf({ files }: Report): string[] {
  return Object.entries(files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status in REMARKS)
      .sort((one, other) => one.location.start.line - other.location.start.line)
      .map((mutant) => tell(path, source.split('\n'), mutant)),
  )
}

function tell(path: string, lines: string[], { location: { start, end }, replacement = '', status }: Mutant): string {
  const was =
    start.line === end.line
      ? lines[start.line - 1]?.slice(start.column - 1, end.column - 1)
      : lines
          .slice(start.line - 1, end.line)
          .join(' ')
          .slice(start.column - 1)
  return `${path}:${start.line}  ${short(was ?? '')}  →  ${short(replacement)}${REMARKS[status]}`
}

const short = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > 90 ? `${flat.slice(0, 89)}…` : flat
}

/** A sample's own answer: few faults a folder say little, all together say how it stands. */
export function totalOf(scores: readonly Score[]): Score {
  const sum = (of: (score: Score) => number) => scores.reduce((all, score) => all + of(score), 0)
  const mutants = sum((score) => score.mutants)
  const killed = sum((score) => score.killed)
  return {
    folder: 'all of these',
    aim: Math.min(...scores.map(({ aim }) => aim)),
    mutants,
    killed,
    timedOut: sum((score) => score.timedOut),
    survived: sum((score) => score.survived),
    uncovered: sum((score) => score.uncovered),
    percent: percentOf(killed, mutants),
    between: intervalOf(killed, mutants),
  }
}

/** One line a folder, those below their aim marked. */
export function table(scores: readonly Score[]): string {
  const width = Math.max(6, ...scores.map(({ folder }) => folder.length))
  const row = (name: string, ...cells: (string | number)[]) =>
    [name.padEnd(width), ...cells.map((cell) => String(cell).padStart(12))].join('')
  return [
    row('folder', 'mutants', 'killed', 'timed out', 'survived', 'no coverage', '%', 'aim', '95 % sure'),
    ...scores.map((score) => {
      const { folder, mutants, killed, timedOut, survived, uncovered, percent, aim, between } = score
      const counts = [mutants, killed, timedOut, survived, uncovered, percent, aim]
      return row(folder, ...counts, between?.join('–') ?? 'all') + (isBelow(score) ? '  below' : '')
    }),
  ].join('\n')
}
