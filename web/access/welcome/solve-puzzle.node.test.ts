import { createHash } from 'node:crypto'
import { isSolution, PUZZLE_BITS, puzzleText } from '@cuida/core/access/puzzle.ts'
import { expect, test } from 'vitest'
import { firstWordOfSha256 } from './sha256.ts'
import { solvePuzzle } from './solve-puzzle.ts'

const trueWord = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

test('our hash is SHA-256, at every length around the ends of blocks', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'a7:+.-'.repeat(40).slice(0, length)
    expect(firstWordOfSha256(text), String(length)).toBe(trueWord(text))
  }
})

test('a puzzle is solved as the server checks it', async () => {
  const { challenge, counter } = await solvePuzzle({ challenge: 'puzzle.id.1.mac', bits: PUZZLE_BITS }, '+34600000001')
  const word = trueWord(puzzleText(challenge, '+34600000001', counter))
  expect(isSolution(word, PUZZLE_BITS)).toBe(true)
  expect(word >>> (32 - PUZZLE_BITS)).toBe(0)
})
