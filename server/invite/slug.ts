import { randomInt } from 'node:crypto'

// No vowels, so that no words arise; no characters that look alike (0 o, 1 l i).
const LETTERS = '23456789bcdfghjkmnpqrstvwxz'
const GROUP = 5

/** The random part of a referral link: two groups, 47 random bits, easy to read out on the phone. It names nobody. */
export function newSlug(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: GROUP }, letter).join('')
  return `${group()}-${group()}`
}
