import { CallFailed } from '../client/call-failed.ts'
import { TraceId } from './TraceId.tsx'

/** What was refused is said in words alone; what broke is looked for by its code. */
export const TraceOf = ({ failure }: { failure: unknown }) =>
  failure instanceof CallFailed && failure.status >= 500 ? <TraceId id={failure.traceId} /> : null
