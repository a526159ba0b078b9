/**
 * The price of a look-up beyond the first ones: a counter that, hashed behind the challenge and the number, gives a
 * SHA-256 that begins with this many zero bits. 65,536 tries on average: a tenth of a second on a laptop, half a
 * second on an old phone, and a bill for who tries a whole country.
 */
export const PUZZLE_BITS = 16

export const puzzleText = (challenge: string, number: string, counter: number): string =>
  `${challenge}:${number}:${counter}`

/** Whether the first 32 bits of a hash begin with as many zeros as the puzzle wants. */
export const isSolution = (firstWord: number, bits: number): boolean => Math.clz32(firstWord) >= bits
