import type { ErrorReport } from './error-report.ts'

/** Port "errors": receives error reports. */
export interface ErrorReportSink {
  /** `leftOut`: reports dropped since the last delivery. Returns false when this one was not delivered either. */
  take(errorReport: ErrorReport, fingerprint: string, leftOut: number): Promise<boolean>
}
