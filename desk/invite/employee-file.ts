import { MAX_LINKS_PER_REQUEST } from '@cuida/core/invite/company.ts'
import { Employee } from '@cuida/core/invite/desk-company-api.ts'
import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { tidyName } from '@cuida/core/kit/pasted-text.ts'
import * as v from 'valibot'
import { parseCsv } from './csv.ts'

/** A problem of the file; `row` is the row number in the spreadsheet. */
export type FileProblem =
  | { code: 'EMPTY' | 'COLUMNS' | 'TOO_MANY' }
  | { code: 'firstName' | 'lastName' | 'email' | 'TWICE'; row: number }

interface EmployeeFile {
  employees: Employee[]
  problems: FileProblem[]
  delimiter: string
}

// Column headings, in the languages of the desk.
const HEADS = {
  firstName: /^(nombre|nombres|nome|name|first ?name|given ?name)$/,
  lastName: /^(apellidos?|sobrenome|last ?name|surname|family ?name)$/,
  email: /^(e-?mail|correo.*|mail)$/,
} as const
type Column = keyof typeof HEADS
const COLUMNS = Object.keys(HEADS) as Column[]

/**
 * Reads first name, last name and e-mail address of each employee, by the column headings or in this order. All wrong
 * rows are reported.
 */
export function readEmployees(text: string): EmployeeFile {
  const { rows, delimiter } = parseCsv(text)
  const [first] = rows
  if (!first) return { employees: [], problems: [{ code: 'EMPTY' }], delimiter }
  const isHead = !first.cells.some((cell) => cell.includes('@'))
  const columns = isHead ? columnsIn(first.cells) : [0, 1, 2]
  const lines = isHead ? rows.slice(1) : rows
  if (!columns) return { employees: [], problems: [{ code: 'COLUMNS' }], delimiter }
  if (lines.length === 0) return { employees: [], problems: [{ code: 'EMPTY' }], delimiter }
  if (lines.length > MAX_LINKS_PER_REQUEST) return { employees: [], problems: [{ code: 'TOO_MANY' }], delimiter }
  const employees = lines.map(({ cells }) => employeeIn(cells, columns))
  const emails = employees.map(({ email }) => email.toLowerCase())
  const problems = lines.flatMap(({ row }, at) =>
    problemsOf(employees[at] as Employee, emails.indexOf(emails[at] ?? '') < at).map((code) => ({ code, row })),
  )
  return { employees, problems, delimiter }
}

function columnsIn(head: readonly string[]): number[] | undefined {
  const headings = head.map((cell) => cell.trim().toLowerCase())
  const columns = COLUMNS.map((column) => headings.findIndex((heading) => HEADS[column].test(heading)))
  return columns.includes(-1) ? undefined : columns
}

function employeeIn(cells: readonly string[], columns: readonly number[]): Employee {
  const [firstName = '', lastName = '', email = ''] = columns.map((column) => cells[column])
  return { firstName: tidyName(firstName), lastName: tidyName(lastName), email: tidyEmail(email) }
}

function problemsOf(employee: Employee, isTwice: boolean): (Column | 'TWICE')[] {
  const wrong = COLUMNS.filter((column) => !v.is(Employee.entries[column], employee[column]))
  return isTwice && !wrong.includes('email') ? [...wrong, 'TWICE'] : wrong
}

/** Decodes a spreadsheet's file: UTF-8, or the Windows code page in which Excel still saves CSV. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
