import { isSolution, puzzleText } from '@cuida/core/access/puzzle.ts'
import { firstWordOfSha256 } from './sha256.ts'

// Between two of these the page answers to fingers.
const IN_ONE_GO = 4_000

/** Looks for the counter that solves the puzzle, without holding up the page. */
export async function solvePuzzle(puzzle: { challenge: string; bits: number }, number: string) {
  const { challenge, bits } = puzzle
  for (let counter = 0; ; counter++) {
    if (isSolution(firstWordOfSha256(puzzleText(challenge, number, counter)), bits)) return { challenge, counter }
    if (counter % IN_ONE_GO === IN_ONE_GO - 1) await new Promise((resolve) => setTimeout(resolve))
  }
}
