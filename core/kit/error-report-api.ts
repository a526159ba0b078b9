import * as v from 'valibot'
import { call } from './call.ts'

const Position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999_999))

/** A frame in one of our own scripts. */
export const StackFrame = v.object({
  file: v.pipe(v.string(), v.regex(/^(?:desk\/)?assets\/[A-Za-z0-9._-]{1,80}\.js$/)),
  line: Position,
  column: Position,
})
export type StackFrame = v.InferOutput<typeof StackFrame>

/** An error report of a page: without message, URL or personal data. The server filters it once more. A
 * repetition counts twice, which changes no decision. */
export const reportClientError = call({
  method: 'POST',
  path: '/error-reports',
  repeat: 'safe',
  access: 'public',
  body: v.object({
    program: v.picklist(['app', 'desk']),
    name: v.pipe(v.string(), v.maxLength(64)),
    /** Screen name of the manifest, never the URL. */
    screen: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9.-]{0,40}$/))),
    /** Shown to the user, who may quote it to support. */
    traceId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    /** Whether an error screen was shown. */
    isHandled: v.boolean(),
    frames: v.pipe(v.array(StackFrame), v.maxLength(12)),
  }),
  refusals: { RATE_LIMITED: 429 },
})
