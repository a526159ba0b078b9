import type { ErrorReport } from './error-report.ts'

/** Port "errors": who hears of what broke. */
export interface ErrorReportSink {
  /** `leftOut`: how many nobody was told of since the last. False when this one was not taken either. */
  take(errorReport: ErrorReport, fingerprint: string, leftOut: number): Promise<boolean>
}
