import { createHash } from 'node:crypto'
import { isSolution, puzzleText } from '@cuida/core/kit/puzzle.ts'
import { expect, test } from 'vitest'
import { workOn } from './work.ts'

const trueWord = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

test('a puzzle is solved as the server checks it', async () => {
  const work = await workOn({ challenge: 'work.id.1.mac', bits: 16 })
  const counter = Number(work.split(':')[1])
  expect(work).toBe(puzzleText('work.id.1.mac', counter))
  expect(isSolution(trueWord(work), 16)).toBe(true)
  expect(trueWord(work) >>> 16).toBe(0)
})

test('who leaves meanwhile works no further', async () => {
  const left = new AbortController()
  const work = workOn({ challenge: 'work.id.1.mac', bits: 32 }, left.signal)
  left.abort()
  await expect(work).rejects.toThrow()
})
