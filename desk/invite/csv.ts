interface CsvRow {
  /** As a spreadsheet numbers it, from 1. */
  row: number
  cells: string[]
}

const DELIMITERS = [';', ',', '\t'] as const

/** The rows that hold anything, with what stands between their cells: whichever the first line has most of. */
export function rowsOf(text: string): { rows: CsvRow[]; delimiter: string } {
  const plain = text.replace(/^\uFEFF/, '')
  const [head = ''] = plain.split(/[\r\n]/, 1)
  const count = (delimiter: string) => head.split(delimiter).length
  const delimiter = [...DELIMITERS].sort((one, other) => count(other) - count(one))[0] ?? ';'
  const rows = cellsOf(plain, delimiter).map((cells, at) => ({ row: at + 1, cells }))
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), delimiter }
}

/** RFC 4180: a cell in quotes may hold the delimiter, a line's end, and quotes that are doubled. Lines end as any system ends them. */
function cellsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell: string = ''
  let quoted: boolean = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += sign
      at++
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted
    else if (quoted) cell += sign
    else if (sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

// A spreadsheet takes these for the beginning of a formula, and a formula of somebody else's runs on the reader's machine.
const FORMULA = /^[=+\-@\t\r]/

/** With the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[], delimiter: string): string =>
  `\uFEFF${rows.map((cells) => cells.map(safe).join(delimiter)).join('\r\n')}\r\n`

function safe(cell: string): string {
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[";,\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
