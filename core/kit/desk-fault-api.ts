import * as v from 'valibot'
import { call, manager } from './call.ts'
import { listOf, Moment, PageQuery } from './shapes.ts'

// What broke, for managers of a place without a server of errors. Nothing of anybody is in it.

const Fingerprint = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))
const words = v.nullable(v.string())
export const DeskFault = v.object({
  fingerprint: Fingerprint,
  program: v.picklist(['api', 'worker', 'app', 'desk']),
  name: v.string(),
  code: words,
  /** Pattern of the route, or name of the screen. */
  route: words,
  method: words,
  job: words,
  status: v.nullable(v.number()),
  release: v.string(),
  /** Of the last time; the log, and the person who met it, know it too. */
  traceId: words,
  /** Whether a screen or an answer took its place. */
  isHandled: v.boolean(),
  /** The innermost first, as `file:line:column`. */
  frames: v.array(v.string()),
  times: v.number(),
  firstAt: Moment,
  lastAt: Moment,
  /** A manager has seen to it, and it did not come again since. */
  doneAt: v.nullable(Moment),
  doneBy: words,
})
export type DeskFault = v.InferOutput<typeof DeskFault>

const MANAGERS = { NOT_ALLOWED: 403 } as const

/** Those that nobody has seen to first, the latest of each before the others. */
export const listFaults = call({
  method: 'GET',
  path: '/desk/faults',
  ...manager,
  query: v.object(PageQuery),
  reply: v.object({
    ...listOf(DeskFault).entries,
    /** Host of the server that hears of them in place of this list; null: there is none. */
    toldTo: v.nullable(v.string()),
  }),
  refusals: MANAGERS,
})

/** Seen to. When it comes again it is open again. */
export const doneWithFault = call({
  method: 'POST',
  path: '/desk/faults/:fingerprint/done',
  ...manager,
  params: v.object({ fingerprint: Fingerprint }),
  reply: DeskFault,
  refusals: { ...MANAGERS, FAULT_NOT_FOUND: 404 },
})
