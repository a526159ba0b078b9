import * as v from 'valibot'
import { call } from './call.ts'

const Position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999_999))

/** A line of a script of ours. */
export const StackFrame = v.object({
  file: v.pipe(v.string(), v.regex(/^(?:desk\/)?assets\/[A-Za-z0-9._-]{1,80}\.js$/)),
  line: Position,
  column: Position,
})
export type StackFrame = v.InferOutput<typeof StackFrame>

/** What a page tells when it breaks: no message, no address, nobody. The server looks at it once more. */
export const reportClientError = call({
  method: 'POST',
  path: '/error-reports',
  access: 'public',
  body: v.object({
    program: v.picklist(['app', 'desk']),
    name: v.pipe(v.string(), v.maxLength(64)),
    /** Of the manifest's, never the address. */
    screen: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9.-]{0,40}$/))),
    /** What the person saw, and may say to us. */
    traceId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    /** Whether a screen took its place. */
    isHandled: v.boolean(),
    frames: v.pipe(v.array(StackFrame), v.maxLength(12)),
  }),
  refusals: { RATE_LIMITED: 429 },
})
