import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Files of ours, as the project names them. */
const OWN = /^(?:core|server|content)\/[A-Za-z0-9_./-]{1,150}\.(?:ts|mjs)$/
const PLACE = /^ {4}at (?:.* \(|async )?(\S+?):(\d{1,7}):(\d{1,7})\)?$/

/**
 * The lines of a stack that are in files of ours. What stands before them is the message, which may have lines that look
 * like places: it is taken off by its own length.
 */
export function framesOf(stack: string | undefined, message: string): Frame[] {
  const text = stack ?? ''
  const end = message ? text.indexOf(message) : -1
  const lines = text.slice(end < 0 ? 0 : end + message.length).split('\n')
  return lines.flatMap((line) => {
    const [_whole, where = '', row, column] = PLACE.exec(line) ?? []
    const file = ownFile(where)
    return file ? [{ file, line: Number(row), column: Number(column) }] : []
  })
}

function ownFile(where: string): string | undefined {
  const path = where.startsWith('file://') ? where.slice('file://'.length) : where
  if (!path.startsWith(ROOT)) return undefined
  const file = path.slice(ROOT.length)
  return OWN.test(file) && !file.includes('..') ? file : undefined
}

/** A line of a file of ours. Names of functions are left out: they may be made of what somebody typed. */
export interface Frame {
  file: string
  line: number
  column: number
}
