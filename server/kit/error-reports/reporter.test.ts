import { expect, test, vi } from 'vitest'
import type { ErrorReport } from './error-report.ts'
import { createErrorReporter } from './reporter.ts'
import type { ErrorReportSink } from './sink.ts'

function listening(take: ErrorReportSink['take'] = async () => true) {
  const clock = { at: 0 }
  const sentReports: { errorReport: ErrorReport; leftOut: number }[] = []
  const sink: ErrorReportSink = {
    async take(errorReport, fingerprint, leftOut) {
      const wasTaken = await take(errorReport, fingerprint, leftOut)
      if (wasTaken) sentReports.push({ errorReport, leftOut })
      return wasTaken
    },
  }
  const errorReporter = createErrorReporter({ program: 'api', release: '1', sink, now: () => clock.at })
  return { clock, sentReports, errorReporter }
}
const broken = (name: string) => Object.assign(new Error('x'), { name, stack: undefined })

test('a fault in a loop is reported three times a minute, with the number of dropped reports in the next', async () => {
  const { clock, sentReports, errorReporter } = listening()
  for (let n = 0; n < 10; n += 1) errorReporter.report(broken('TypeError'), { route: '/a' })
  await errorReporter.flush()
  expect(sentReports).toHaveLength(3)
  clock.at += 60_000
  errorReporter.report(broken('TypeError'), { route: '/a' })
  await errorReporter.flush()
  expect(sentReports.reduce((sum, { leftOut }) => sum + leftOut, 0) + sentReports.length).toBe(11)
})

test('different faults are reported thirty times a minute in all', async () => {
  const { sentReports, errorReporter } = listening()
  for (let n = 0; n < 100; n += 1) errorReporter.report(broken('TypeError'), { route: `/${n}` })
  await errorReporter.flush()
  expect(sentReports).toHaveLength(30)
})

test('the caller is neither delayed nor affected by a failing sink', async () => {
  const take = vi.fn<ErrorReportSink['take']>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(true)
  const { sentReports, errorReporter } = listening(take)
  expect(errorReporter.report(broken('TypeError'))).toBeUndefined()
  expect(take).not.toHaveBeenCalled()
  await errorReporter.flush()
  errorReporter.report(broken('RangeError'))
  await errorReporter.flush()
  expect(sentReports).toMatchObject([{ errorReport: { name: 'RangeError' }, leftOut: 1 }])
})

test('an unreadable error is only counted', async () => {
  const { sentReports, errorReporter } = listening()
  const hostile = Object.defineProperty(new Error('x'), 'stack', {
    get() {
      throw new Error('canary')
    },
  })
  expect(() => errorReporter.report(hostile)).not.toThrow()
  errorReporter.report(broken('RangeError'))
  await errorReporter.flush()
  expect(sentReports).toMatchObject([{ leftOut: 1 }])
})

test('an ending program waits a limited time for the sink', async () => {
  const { errorReporter } = listening(() => new Promise(() => {}))
  await expect(errorReporter.lastWords(broken('TypeError'), 1)).resolves.toBeUndefined()
})

test('an uncaught error is marked as such', async () => {
  const { sentReports, errorReporter } = listening()
  await errorReporter.lastWords(broken('TypeError'))
  expect(sentReports).toMatchObject([{ errorReport: { handled: false } }])
})
