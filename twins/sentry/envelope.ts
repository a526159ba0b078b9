import { type Fields, fieldsOf } from '../kit/fields.ts'

export interface Item {
  header: Fields
  payload: Fields
}

/** The items of an envelope, or why it is none. Lengths are of bytes, and optional where the payload is one line. */
export function readEnvelope(body: Buffer): Item[] | string {
  let rest = body
  const header = line()
  if (!header) return 'invalid envelope header'
  const items: Item[] = []
  while (rest.length > 0) {
    const item = line()
    if (!item || typeof item.type !== 'string') return 'invalid item header'
    const payload = parsed(cut(typeof item.length === 'number' ? item.length : rest.indexOf(10)))
    if (!payload) return 'invalid item payload'
    items.push({ header: item, payload })
  }
  return items.length > 0 ? items : 'empty envelope'

  function line(): Fields | undefined {
    const end = rest.indexOf(10)
    return parsed(cut(end < 0 ? rest.length : end))
  }
  /** So many bytes, and the end of the line after them. */
  function cut(length: number): Buffer | undefined {
    if (length < 0 || length > rest.length) return undefined
    const taken = rest.subarray(0, length)
    if (rest.length > length && rest[length] !== 10) return undefined
    rest = rest.subarray(length + 1)
    return taken
  }
}

function parsed(bytes: Buffer | undefined): Fields | undefined {
  try {
    const value: unknown = JSON.parse(String(bytes))
    return typeof value === 'object' && value !== null ? fieldsOf(value) : undefined
  } catch {
    return undefined
  }
}

/** Why an event would be refused: it must have an id, and say what happened. */
export function eventProblem({ header, payload }: Item): string | undefined {
  if (header.type !== 'event') return undefined
  if (!/^[0-9a-f]{32}$/.test(String(payload.event_id))) return 'invalid event_id'
  const { values } = fieldsOf(payload.exception)
  return Array.isArray(values) && values.length > 0 ? undefined : 'an event without an exception'
}
