import { reportClientError, type StackFrame } from '@cuida/core/kit/error-report-api.ts'
import { CallFailed } from '../client/call-failed.ts'
import type { Send } from '../client/send.ts'
import { NeedsReload } from '../lazy/load-with-retry.ts'
import type { SendErrorReport } from './report.ts'

interface ErrorSenderSettings {
  program: 'app' | 'desk'
  send: Send
  /** The name of the current screen. */
  screen: () => string | undefined
}

/** The most reports of one page load; an error that repeats is known by then. */
const LIMIT = 5
const MAX_FRAMES = 12

/**
 * Sends error reports to the server: the kind of error, the screen and the stack frames of our scripts, and nothing
 * else.
 */
export function createErrorSender({ program, send, screen }: ErrorSenderSettings): SendErrorReport {
  let reportCount = 0
  return async (error, traceId, isHandled) => {
    if (isKnown(error) || reportCount >= LIMIT) return
    reportCount += 1
    const { name, stack = '', message } = error instanceof Error ? error : { name: 'Error', message: '' }
    const where = screen()
    const frames = framesOf(stack, message)
    const errorReport = {
      program,
      name: name.slice(0, 64),
      traceId,
      isHandled,
      frames,
      ...(where ? { screen: where } : {}),
    }
    await send(reportClientError, errorReport, { keepalive: true })
  }
}

/**
 * Not reported: the server logs its own refusals, and a lost network, a newer build or an aborted request is no error
 * of ours.
 */
const isKnown = (error: unknown): boolean =>
  error instanceof CallFailed || error instanceof NeedsReload || (error instanceof Error && error.name === 'AbortError')

const PLACE = /\/((?:desk\/)?assets\/[A-Za-z0-9._-]{1,80}\.js):(\d{1,7}):(\d{1,7})\)?$/

/**
 * Stacks as Chromium, Firefox and Safari format them. Chromium's starts with the message, which may contain anything.
 */
function framesOf(stack: string, message: string): StackFrame[] {
  const end = message ? stack.indexOf(message) : -1
  const lines = stack.slice(end < 0 ? 0 : end + message.length).split('\n')
  return lines
    .flatMap((line) => {
      const [_whole, file, row, column] = PLACE.exec(line) ?? []
      return file ? [{ file, line: Number(row), column: Number(column) }] : []
    })
    .slice(0, MAX_FRAMES)
}
