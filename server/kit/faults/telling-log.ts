import type { Log } from '../log/log.ts'
import type { Faults } from './reporter.ts'

/** A log whose errors are told to the errors' port as well: one place knows what is worth a line, and what is in it. */
export const tellingLog = (log: Log, faults: Faults): Log => ({
  ...log,
  error(event, fields = {}) {
    log.error(event, fields)
    if (fields.error !== undefined) faults.report(fields.error, fields)
  },
})
