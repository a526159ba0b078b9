import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { errorCode } from '../db/db.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OWN = /^(?:core|server|content)\/[A-Za-z0-9_./-]{1,150}\.(?:ts|mjs)$/
const PLACE = /^ {4}at (?:.* \(|async )?(\S+?):(\d{1,7}):(\d{1,7})\)?$/

/**
 * The stack frames in the project's own files. The message before them may contain lines that look like frames, so it
 * is removed by its length.
 */
function framesOf(stack: string | undefined, message: string): Frame[] {
  const text = stack ?? ''
  const end = message ? text.indexOf(message) : -1
  const lines = text.slice(end < 0 ? 0 : end + message.length).split('\n')
  return lines.flatMap((line) => {
    const [_whole, where = '', row, column] = PLACE.exec(line) ?? []
    const file = ownFile(where)
    return file ? [{ file, line: Number(row), column: Number(column) }] : []
  })
}

function ownFile(where: string): string | undefined {
  const path = where.startsWith('file://') ? where.slice('file://'.length) : where
  if (!path.startsWith(ROOT)) return undefined
  const file = path.slice(ROOT.length)
  return OWN.test(file) && !file.includes('..') ? file : undefined
}

/** A stack frame without the function's name, which may be computed from what a person typed. */
interface Frame {
  file: string
  line: number
  column: number
}

export type Program = 'api' | 'worker' | 'app' | 'desk'

/**
 * An allow-list of what an error report can contain, like that of the log. Messages, bodies, headers, addresses and
 * ids cannot leave the server, because there is no field for them.
 */
export interface ErrorReport {
  program: Program
  release: string
  name: string
  code?: string
  /** Pattern of the route, or name of the screen. */
  route?: string
  method?: string
  status?: number
  job?: string
  traceId?: string
  /** False for uncaught errors. */
  handled: boolean
  frames: readonly Frame[]
}

/** Context of the error; other members of a log line are dropped. */
export interface ErrorContext {
  route?: string | undefined
  method?: string | undefined
  status?: number | undefined
  job?: string | undefined
  traceId?: string | undefined
  handled?: boolean | undefined
}

/** What each field accepts: an error can have any name and code, also one with personal data. */
const NAME = /^(?:[A-Z][A-Za-z]{0,50})?(?:Error|Exception|Failed|Down|Missing|Refusal|Invalid|Unauthorized)$/
const CODE = /^[A-Z][A-Z_]{1,39}\d{0,2}$/
/** SQLSTATE, five letters or digits; accepted from PostgreSQL only, since elsewhere it could be a postal code. */
const SQL_STATE = /^[0-9A-Z]{5}$/
const ROUTE = /^\/?[A-Za-z0-9:_*./-]{0,120}$/
const METHOD = /^[A-Z]{3,7}$/
const JOB = /^[a-z][A-Za-z]{0,39}$/
const TRACE = /^[0-9a-f]{32}$/

export function errorReportOf(
  error: unknown,
  around: ErrorContext,
  of: Pick<ErrorReport, 'program' | 'release'>,
): ErrorReport {
  const { name, stack } = error instanceof Error ? error : { name: 'Error', stack: '' }
  const message = error instanceof Error ? error.message : ''
  return errorReportFrom({ ...around, name, code: errorCode(error), frames: framesOf(stack, message) }, of)
}

/** Builds a report from another program's error; values that do not match their field are dropped. */
export function errorReportFrom(
  details: ErrorContext & { name: string; code?: string | undefined; frames: readonly Frame[] },
  of: Pick<ErrorReport, 'program' | 'release'>,
): ErrorReport {
  const known = {
    ...fitting('code', details.code, details.name === 'PostgresError' ? SQL_STATE : CODE),
    ...fitting('route', details.route, ROUTE),
    ...fitting('method', details.method, METHOD),
    ...fitting('job', details.job, JOB),
    ...fitting('traceId', details.traceId, TRACE),
    ...(Number.isInteger(details.status) ? { status: Number(details.status) } : {}),
  }
  const name = NAME.test(details.name) ? details.name : 'Error'
  return { ...of, name, ...known, handled: details.handled ?? true, frames: details.frames.slice(0, 20) }
}

const fitting = <K extends string>(key: K, text: string | undefined, pattern: RegExp) =>
  text && pattern.test(text) ? ({ [key]: text } as Record<K, string>) : {}

/**
 * Groups occurrences of the same fault by error, files and route or job. Line numbers change with every release, and
 * names of built files contain a content hash, so both are left out: each release would otherwise start new groups.
 */
export function fingerprintOf({ program, name, code, route, job, frames }: ErrorReport): string {
  const topFrames = frames.slice(0, 3).map(({ file }) => file.replace(BUILT, '$1'))
  const whole = JSON.stringify([program, name, code ?? '', route ?? '', job ?? '', ...topFrames])
  return createHash('sha256').update(whole).digest('hex').slice(0, 32)
}
const BUILT = /^((?:desk\/)?assets\/).*/
