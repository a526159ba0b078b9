// Web Crypto answers each hash with a promise, which makes a puzzle ten times slower, and is missing on plain http.
const K = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
const START = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

/** The first 32 bits of SHA-256 of a short text in ASCII: all that a puzzle looks at. */
export function firstWordOfSha256(text: string): number {
  const words = padded(text)
  const state = START.slice()
  const w = new Uint32Array(64)
  for (let block = 0; block < words.length; block += 16) compress(state, w, words.subarray(block, block + 16))
  return state[0] ?? 0
}

/** The text, a one, zeros, and its length in bits: a whole number of blocks. */
function padded(text: string): Uint32Array {
  const words = new Uint32Array(((text.length + 8) >> 6) * 16 + 16)
  const put = (at: number, byte: number) => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at & 3) * 8))
  }
  for (let at = 0; at < text.length; at++) put(at, text.charCodeAt(at))
  put(text.length, 0x80)
  words[words.length - 1] = text.length * 8
  return words
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function compress(state: Uint32Array, w: Uint32Array, block: Uint32Array): void {
  w.set(block)
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] ?? 0
    const b = w[i - 2] ?? 0
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) >>> 0
}
