/** A message of PostgreSQL's protocol (version 3): a letter, a length that counts itself, the content. */
const message = (letter: string, content: string): Buffer => {
  const bytes = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}

export const LETTER = {
  bind: 0x42,
  commandComplete: 0x43,
  dataRow: 0x44,
  error: 0x45,
  parse: 0x50,
  query: 0x51,
  sync: 0x53,
  ready: 0x5a,
} as const

/** State of a session in `ReadyForQuery`: idle, in a transaction, in one that failed. */
export type State = 'I' | 'T' | 'E'

export const ready = (state: State): Buffer => message('Z', state)
/** Ends the rows of a statement, as far as they came. */
export const rowsEnd: Buffer = message('C', 'SELECT 0\0')
/** SQLSTATE 08006, connection_failure: what a server says that can no longer say it. */
export const connectionFailure: Buffer = message(
  'E',
  'SERROR\0VERROR\0C08006\0Mthe connection to the database was lost\0\0',
)

export const stateOf = (bytes: Buffer, at: number): State => String.fromCharCode(bytes[at + 5] ?? 0) as State

/** Whether an error ends the session: severity FATAL or PANIC, in its form that no language changes. */
export const isLast = (error: Buffer): boolean => error.includes('\0VFATAL\0') || error.includes('\0VPANIC\0')

/** Fields of an error: a letter and a text each. */
export function errorOf(error: Buffer): Error {
  const fields = error.toString('utf8', 5).split('\0')
  const field = (letter: string) => fields.find((each) => each.startsWith(letter))?.slice(1)
  return Object.assign(new Error(field('M')), { code: field('C') })
}

/** Calls `each` for every whole message from `start` on, with where it begins and ends. Returns where the rest begins. */
export function eachMessage(bytes: Buffer, each: (letter: number, at: number, end: number) => void): number {
  let at = 0
  while (bytes.length - at > 4) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) break
    each(bytes[at] ?? 0, at, end)
    at = end
  }
  return at
}

/** A text that ends with NUL, as all of them do. */
export const textAt = (bytes: Buffer, at: number): string => bytes.toString('utf8', at, bytes.indexOf(0, at))
