interface CsvRow {
  /** The row number in the spreadsheet, from 1. */
  row: number
  cells: string[]
}

const DELIMITERS = [';', ',', '\t'] as const

/** The non-empty rows, and the delimiter: the one that occurs most often in the first line. */
export function parseCsv(text: string): { rows: CsvRow[]; delimiter: string } {
  const plain = text.replace(/^\uFEFF/, '')
  const [head = ''] = plain.split(/[\r\n]/, 1)
  const count = (delimiter: string) => head.split(delimiter).length
  const delimiter = [...DELIMITERS].sort((one, other) => count(other) - count(one))[0] ?? ';'
  const rows = cellsOf(plain, delimiter).map((cells, at) => ({ row: at + 1, cells }))
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), delimiter }
}

/** RFC 4180: a quoted cell may hold the delimiter, a line break, and doubled quotes. LF, CRLF and CR end a line. */
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

// A spreadsheet runs a cell that starts like this as a formula, also one that an outsider supplied (CSV injection).
const FORMULA = /^[=+\-@\t\r]/

/** Starts with the byte order mark by which spreadsheets recognise UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[], delimiter: string): string =>
  `\uFEFF${rows.map((cells) => cells.map(safe).join(delimiter)).join('\r\n')}\r\n`

function safe(cell: string): string {
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[";,\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
