import * as v from 'valibot'
import { call, manager } from './call.ts'
import { pagedList } from './paged-list.ts'
import { Moment } from './shapes.ts'

// Error reports for managers of a deployment without an error server. They contain no personal data.

const Fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))
const nullableText = v.nullable(v.string())
export const DeskErrorReport = v.object({
  fingerprint: Fingerprint,
  program: v.picklist(['api', 'worker', 'app', 'desk']),
  name: v.string(),
  code: nullableText,
  /** Route pattern, or name of the screen. */
  route: nullableText,
  method: nullableText,
  job: nullableText,
  status: v.nullable(v.number()),
  release: v.string(),
  /** Trace id of the latest occurrence, also found in the log and shown to the user. */
  traceId: nullableText,
  /** Whether the user got an error screen or an error reply. */
  isHandled: v.boolean(),
  /** Innermost first, as `file:line:column`. */
  frames: v.array(v.string()),
  times: v.number(),
  firstAt: Moment,
  lastAt: Moment,
  /** A manager resolved it and it has not occurred since. */
  doneAt: v.nullable(Moment),
  doneBy: nullableText,
})
export type DeskErrorReport = v.InferOutput<typeof DeskErrorReport>

const MANAGERS = { NOT_ALLOWED: 403 } as const

/** Open ones first, each group by the latest occurrence. */
export const listErrorReports = call({
  method: 'GET',
  path: '/desk/error-reports',
  ...manager,
  ...pagedList(DeskErrorReport, {
    reply: {
      /** Host of the error server that receives reports instead of this list; null: none. */
      toldTo: v.nullable(v.string()),
    },
  }),
  refusals: MANAGERS,
})

/** Marks it as resolved. Another occurrence reopens it. */
export const resolveErrorReport = call({
  method: 'POST',
  path: '/desk/error-reports/:fingerprint/done',
  repeat: 'safe',
  ...manager,
  params: v.object({ fingerprint: Fingerprint }),
  reply: DeskErrorReport,
  refusals: { ...MANAGERS, ERROR_REPORT_NOT_FOUND: 404 },
})
