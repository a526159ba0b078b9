import { randomInt } from 'node:crypto'

// No vowels, so that it spells nothing; nothing that is read as something else (0 o, 1 l i).
const LETTERS = '23456789bcdfghjkmnpqrstvwxz'
const GROUP = 5

/** A link's name that can be read out on the phone and not be guessed: two groups, 47 random bits. Names nobody. */
export function newSlug(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: GROUP }, letter).join('')
  return `${group()}-${group()}`
}
