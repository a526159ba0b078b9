import { Refusal } from '../../kit/http/refusal.ts'

interface Line {
  last: Promise<unknown>
  length: number
}

const IN_LINE = 50
const lines = new Map<string, Line>()

/** Runs the work of one key one after the other, in this process; 503 when too much of it waits already. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
  if (line.length >= IN_LINE) throw new Refusal('UNAVAILABLE', 503, { retryAfter: 2 })
  lines.set(key, line)
  line.length++
  const mine = line.last.then(work)
  line.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    line.length--
    if (line.length === 0) lines.delete(key)
  }
}
