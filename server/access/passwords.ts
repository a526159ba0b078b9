import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../kit/http/refusal.ts'

// argon2id is the library's default; product 3.7.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// A flood of sign-ins takes two cores' worth of hashing and no more, and waits in a short line.
const AT_ONCE = 2
const IN_LINE = 50

let running = 0
type Line = (() => void)[]
/** Who is known, has proved a phone or has worked for it does not wait behind a flood of strangers. */
const first: Line = []
const others: Line = []

/** Accents typed on different keyboards are the same password. Blanks are part of it: nothing is cut off anywhere. */
const spelled = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inLine(first, () => hash(spelled(password), COST))

// The hash of a word that nobody knows: an unknown phone costs the same time as a known one (product 3.8).
const nobody = hash(crypto.randomUUID(), COST)

/** Whether the password is the one behind the hash. Without a hash it takes as long, and is wrong. */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
  { isFirst = false } = {},
): Promise<boolean> {
  const against = passwordHash ?? (await nobody)
  return inLine(isFirst ? first : others, () => verify(against, spelled(password)))
}

/** Waits for a turn; throws 503 when the line is full. */
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
