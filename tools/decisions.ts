/** A decision record: what its first lines say. */
export interface Decision {
  number: string
  title: string
  status: string
  file: string
}

export interface DecisionFile {
  file: string
  text: string
}

const HEAD = /^# (\d{4}) (.+)\n\nStatus: (.+)\n/
const STATUS = /^(?:proposed|accepted|withdrawn), \d{4}-\d\d-\d\d(?:; (?:amended|superseded) by \d{4}(?:, \d{4})*)*$/

export const decisionOf = ({ file, text }: DecisionFile): Decision | undefined => {
  const [_whole, number, title, status] = HEAD.exec(text) ?? []
  return number && title && status ? { number, title, status, file } : undefined
}

/** What a reader of the records would stumble over. */
export function decisionProblems(files: readonly DecisionFile[]): string[] {
  const numbers = files.map(({ file }) => file.slice(0, 4))
  return files.flatMap((one, at) => {
    const decision = decisionOf(one)
    if (!decision) return [`${one.file} does not begin with its number, its title and a status`]
    return [
      ...(decision.number === numbers[at] ? [] : [`${one.file} calls itself ${decision.number}`]),
      ...(numbers.indexOf(numbers[at] ?? '') === at ? [] : [`${one.file} has the number of another`]),
      ...(STATUS.test(decision.status) ? [] : [`${one.file} has no status that is known: ${decision.status}`]),
      ...laterOnes(decision.status).flatMap((later) =>
        answers(files, later, decision.number)
          ? []
          : [`${one.file} says that ${later} changed it, which ${later} does not`],
      ),
    ]
  })
}

const laterOnes = (status: string): string[] =>
  status
    .split('; ')
    .slice(1)
    .flatMap((part) => part.match(/\d{4}/g) ?? [])

/** Whoever changes a decision says so, too. */
const answers = (files: readonly DecisionFile[], later: string, number: string): boolean =>
  files.some(({ file, text }) => file.startsWith(later) && text.includes(number))

/** docs/decisions/README.md */
export function decisionIndex(files: readonly DecisionFile[]): string {
  const rows = files
    .flatMap((one) => decisionOf(one) ?? [])
    .sort((one, other) => one.number.localeCompare(other.number))
    .map(({ number, title, status, file }) => `| [${number}](${file}) | ${title} | ${status} |`)
  return `${PREFACE}\n| | decides | status |\n|---|---|---|\n${rows.join('\n')}\n`
}

const PREFACE = `# Decisions

Why it is so: one subject each, with what was weighed and not taken. What belongs together is one record; sections were added in the course
of time, and former texts are in git. Who decides otherwise changes the record, or writes a new one that says whose place it takes and adds
"amended by" or "superseded by" to the status of the old one.
Numbers are given once; many went when records were joined. What the product promises is in
[the specification map](../spec-map.md), its values and limits in [product.md](../product.md).

A new record begins with \`# NNNN Title\`, a blank line and \`Status: accepted, YYYY-MM-DD\`; then
\`vitest run tools/decisions.test.ts -u\` writes this list.
`
