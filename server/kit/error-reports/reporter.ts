import { readFileSync } from 'node:fs'
import type { Log } from '../log/log.ts'
import {
  type ErrorContext,
  type ErrorReport,
  errorReportFrom,
  errorReportOf,
  fingerprintOf,
  type Program,
} from './error-report.ts'
import type { ErrorReportSink } from './sink.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

export const RELEASE: string = String(version)

/** Limits: reports of one fault in a minute, of all faults in a minute, and reports in the queue. */
const LIMITS = { ofOne: 3, ofAll: 30, waiting: 50 }
const MINUTE_MS = 60_000

export interface ErrorReporter {
  /** Never throws and never waits: the failed request is answered as if no report was made. */
  report(error: unknown, around?: ErrorContext): void
  relay(program: Program, details: Parameters<typeof errorReportFrom>[0]): void
  /** Reports an uncaught error before the process ends, which waits at most `ms` milliseconds. */
  lastWords(error: unknown, ms?: number): Promise<void>
  flush(ms?: number): Promise<void>
}

interface Settings {
  program: Program
  release: string
  sink: ErrorReportSink
  now?: () => number
}

/** Passes errors to the sink one at a time and within limits, so that a fault in a loop does not overload it. */
export function createErrorReporter({ program, release, sink, now = Date.now }: Settings): ErrorReporter {
  const waiting: ErrorReport[] = []
  const reportCounts = new Map<string, number>()
  let minute = now()
  let inAll = 0
  let leftOut = 0
  let working: Promise<void> | undefined

  function isOneTooMany(fingerprint: string): boolean {
    if (now() - minute >= MINUTE_MS) {
      minute = now()
      inAll = 0
      reportCounts.clear()
    }
    const soFar = reportCounts.get(fingerprint) ?? 0
    if (soFar >= LIMITS.ofOne || inAll >= LIMITS.ofAll || waiting.length >= LIMITS.waiting) return true
    reportCounts.set(fingerprint, soFar + 1)
    inAll += 1
    return false
  }

  function take(errorReport: ErrorReport): void {
    if (isOneTooMany(fingerprintOf(errorReport))) {
      leftOut += 1
      return
    }
    waiting.push(errorReport)
    working ??= work().finally(() => {
      working = undefined
    })
  }

  async function work(): Promise<void> {
    // Runs after the failed request, so that reporting does not slow it down.
    await new Promise((resolve) => void setImmediate(resolve))
    for (let errorReport = waiting.shift(); errorReport; errorReport = waiting.shift()) {
      const omitted = leftOut
      leftOut = 0
      // A failed delivery has no further destination: it is counted in `leftOut` of the next report.
      const wasTaken = await sink.take(errorReport, fingerprintOf(errorReport), omitted).catch(() => false)
      if (!wasTaken) leftOut += omitted + 1
    }
  }

  const safely = (make: () => ErrorReport) => {
    try {
      take(make())
    } catch {
      leftOut += 1
    }
  }
  const report = (error: unknown, around: ErrorContext = {}) =>
    safely(() => errorReportOf(error, around, { program, release }))
  const flush = async (ms = 1_000) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
    await Promise.race([working, late]).finally(() => clearTimeout(timer))
  }
  return {
    report,
    relay: (by, details) => safely(() => errorReportFrom(details, { program: by, release })),
    flush,
    lastWords(error, ms) {
      report(error, { handled: false })
      return flush(ms)
    },
  }
}

/** A log that also reports its errors, so that one place decides what is logged and what the entry contains. */
export const reportingLog = (log: Log, errorReporter: ErrorReporter): Log => ({
  ...log,
  error(event, fields = {}) {
    log.error(event, fields)
    if (fields.error !== undefined) errorReporter.report(fields.error, fields)
  },
})
