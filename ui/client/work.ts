import { isSolution, type Puzzle, puzzleText } from '@cuida/core/kit/puzzle.ts'
import { firstWordOfSha256 } from './sha256.ts'

// Between two of these the page answers to fingers.
const IN_ONE_GO = 4_000

/** Looks for the counter that solves the puzzle, without holding up the page. The value of the header that pays. */
export async function workOn({ challenge, bits }: Puzzle, signal?: AbortSignal): Promise<string> {
  for (let counter = 0; ; counter++) {
    const text = puzzleText(challenge, counter)
    if (isSolution(firstWordOfSha256(text), bits)) return text
    if (counter % IN_ONE_GO !== IN_ONE_GO - 1) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
  }
}
