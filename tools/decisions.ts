/** The areas of the index, in order. Every record names one of them. */
const AREAS = [
  'foundation',
  'access',
  'profile',
  'invitations',
  'content and brand',
  'booking',
  'checkout',
  'care',
  'notifications',
  'support',
  'clients',
  'operations',
  'testing and code',
] as const

/** The head of a decision record. */
export interface Decision {
  number: string
  title: string
  status: string
  area: string
  file: string
}

export interface DecisionFile {
  file: string
  text: string
}

const HEAD = /^# (\d{4}) (.+)\n\nStatus: (.+)\n\nArea: (.+)\n/
const STATUS = /^(?:proposed|accepted|withdrawn), \d{4}-\d\d-\d\d(?:; (?:amended|superseded) by \d{4}(?:, \d{4})*)*$/

export const parseDecision = ({ file, text }: DecisionFile): Decision | undefined => {
  const [_whole, number, title, status, area] = HEAD.exec(text) ?? []
  return number && title && status && area ? { number, title, status, area, file } : undefined
}

/** One line for each record whose head is malformed or contradicts another record. */
export function decisionProblems(files: readonly DecisionFile[]): string[] {
  const numbers = files.map(({ file }) => file.slice(0, 4))
  return files.flatMap((file, index) => {
    const decision = parseDecision(file)
    if (!decision) return [`${file.file} does not begin with its number, title, status and area`]
    const { number, title, status, area } = decision
    return [
      ...(number === numbers[index] ? [] : [`${file.file} has the number ${number} in its title`]),
      ...(numbers.indexOf(number) === index ? [] : [`${file.file} repeats a number`]),
      ...(file.file === fileNameFor(number, title) ? [] : [`${file.file} should be ${fileNameFor(number, title)}`]),
      ...(STATUS.test(status) ? [] : [`${file.file} has an unknown status: ${status}`]),
      ...(AREAS.some((known) => known === area) ? [] : [`${file.file} has an unknown area: ${area}`]),
      ...laterRecords(status).flatMap((laterRecord) =>
        cites(files, laterRecord, number) ? [] : [`${file.file} is changed by ${laterRecord}, which does not cite it`],
      ),
    ]
  })
}

const fileNameFor = (number: string, title: string): string =>
  `${number}-${title
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')}.md`

const laterRecords = (status: string): string[] =>
  status
    .split('; ')
    .slice(1)
    .flatMap((part) => part.match(/\d{4}/g) ?? [])

/** A record that amends or supersedes another one cites its number. */
const cites = (files: readonly DecisionFile[], laterRecord: string, number: string): boolean =>
  files.some(({ file, text }) => file.startsWith(laterRecord) && text.includes(number))

/** docs/decisions/README.md */
export function decisionIndex(files: readonly DecisionFile[]): string {
  const decisions = files.flatMap((file) => parseDecision(file) ?? [])
  const sections = AREAS.map((area) => areaSection(area, decisions)).filter((section) => section !== '')
  return [PREFACE, ...sections].join('\n')
}

function areaSection(area: string, decisions: readonly Decision[]): string {
  const rows = decisions
    .filter((decision) => decision.area === area)
    .sort((a, b) => a.number.localeCompare(b.number))
    .map(({ number, title, status, file }) => `| [${number}](${file}) | ${title} | ${status} |`)
  if (rows.length === 0) return ''
  const heading = area[0]?.toUpperCase() + area.slice(1)
  return `## ${heading}\n\n| number | decision | status |\n|---|---|---|\n${rows.join('\n')}\n`
}

const PREFACE = `# Decisions

Each record explains one design decision: the context, the decision, its consequences and the alternatives that were rejected. The
[specification map](../spec-map.md) lists what the product does; [product.md](../product.md) lists its values and limits.

- To change a decision, edit its record. Git keeps the former text.
- To replace a decision, write a new record that cites the old number, and add "amended by" or "superseded by" to the status of the old one.
- Numbers are never reused. Gaps are records that were merged into others.

A record begins with \`# NNNN Title\`, \`Status: accepted, YYYY-MM-DD\` and \`Area: …\`, separated by blank lines. The title is a noun phrase, and the
file is named after it. \`tools/decisions.ts\` lists the areas and checks the heads; \`vitest run tools/decisions.test.ts -u\` writes this page.
`
