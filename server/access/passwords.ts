import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../kit/http/refusal.ts'

// The library's default algorithm is argon2id; product 3.7.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// A flood of sign-ins uses two cores for hashing at most and waits in a bounded queue.
const AT_ONCE = 2
const IN_LINE = 50

let running = 0
type Line = (() => void)[]
/** Requests of known devices, verified phones and solved proofs of work do not wait behind a flood of strangers. */
const first: Line = []
const others: Line = []

/**
 * NFKC makes accents typed on different keyboards the same password. Spaces belong to the password and are not
 * trimmed.
 */
const spelled = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inLine(first, () => hash(spelled(password), COST))

// The hash of a random password: an unknown phone takes as long as a known one (product 3.8).
const nobody = hash(crypto.randomUUID(), COST)

/** Compares a password with its hash. Without a hash it takes as long and returns false. */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
  { isFirst = false } = {},
): Promise<boolean> {
  const against = passwordHash ?? (await nobody)
  return inLine(isFirst ? first : others, () => verify(against, spelled(password)))
}

/** Waits for a turn; throws 503 when the queue is full. */
async function inLine<T>(line: Line, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (line.length >= IN_LINE) throw new Refusal('UNAVAILABLE', 503, { retryAfter: 2 })
    await new Promise<void>((resolve) => line.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = first.shift() ?? others.shift()
    if (next) next()
    else running--
  }
}
