import { createHash } from 'node:crypto'
import { isSolution, proofText } from '@cuida/core/kit/proof-of-work.ts'
import { expect, test } from 'vitest'
import { solveProofOfWork } from './proof-of-work.ts'

const trueWord = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

test('the solution passes the server’s check', async () => {
  const work = await solveProofOfWork({ challenge: 'work.id.1.mac', bits: 16 })
  const counter = Number(work.split(':')[1])
  expect(work).toBe(proofText('work.id.1.mac', counter))
  expect(isSolution(trueWord(work), 16)).toBe(true)
  expect(trueWord(work) >>> 16).toBe(0)
})

test('an aborted signal stops the work', async () => {
  const controller = new AbortController()
  const work = solveProofOfWork({ challenge: 'work.id.1.mac', bits: 32 }, controller.signal)
  controller.abort()
  await expect(work).rejects.toThrow()
})
