import * as v from 'valibot'
import { call, manager } from './call.ts'
import { listOf, Moment, PageQuery } from './shapes.ts'

// What broke, for managers of a place without a server of errors. Nothing of anybody is in it.

const Fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))
const nullableText = v.nullable(v.string())
export const DeskErrorReport = v.object({
  fingerprint: Fingerprint,
  program: v.picklist(['api', 'worker', 'app', 'desk']),
  name: v.string(),
  code: nullableText,
  /** Pattern of the route, or name of the screen. */
  route: nullableText,
  method: nullableText,
  job: nullableText,
  status: v.nullable(v.number()),
  release: v.string(),
  /** Of the last time; the log, and the person who met it, know it too. */
  traceId: nullableText,
  /** Whether a screen or an answer took its place. */
  isHandled: v.boolean(),
  /** The innermost first, as `file:line:column`. */
  frames: v.array(v.string()),
  times: v.number(),
  firstAt: Moment,
  lastAt: Moment,
  /** A manager has seen to it, and it did not come again since. */
  doneAt: v.nullable(Moment),
  doneBy: nullableText,
})
export type DeskErrorReport = v.InferOutput<typeof DeskErrorReport>

const MANAGERS = { NOT_ALLOWED: 403 } as const

/** Those that nobody has seen to first, the latest of each before the others. */
export const listErrorReports = call({
  method: 'GET',
  path: '/desk/error-reports',
  ...manager,
  query: v.object(PageQuery),
  reply: v.object({
    ...listOf(DeskErrorReport).entries,
    /** Host of the server that hears of them in place of this list; null: there is none. */
    toldTo: v.nullable(v.string()),
  }),
  refusals: MANAGERS,
})

/** Seen to. When it comes again it is open again. */
export const resolveErrorReport = call({
  method: 'POST',
  path: '/desk/error-reports/:fingerprint/done',
  ...manager,
  params: v.object({ fingerprint: Fingerprint }),
  reply: DeskErrorReport,
  refusals: { ...MANAGERS, ERROR_REPORT_NOT_FOUND: 404 },
})
