import type { Call } from '@cuida/core/kit/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { limitedTo } from '../kit/db/row-security.ts'
import { purposesOf } from '../kit/http/access.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { POLICY } from './policy/test-policy.ts'
import { callName, createActors, idPositions } from './test-actors.ts'
import { createTestContext } from './test-contexts.ts'
import { buildInput } from './test-inputs.ts'

const context = await createTestContext()
const cast = await createActors(context)
afterEach(() => {
  vi.restoreAllMocks()
})

const READS = servedCalls.filter(({ method, access }) => method === 'GET' && purposesOf(access).includes('access'))

/** Sends every read of a patient as the holder; returns which of the holder's texts each answer contains. */
async function readEverything(): Promise<string[]> {
  const found: string[] = []
  for (const call of READS) {
    const rule = POLICY[callName(call)]
    const input = rule ? buildInput(cast, rule, cast.holder) : { slug: 'x', ...cast.slot }
    const reply = await context.sendCall(call as Call, input as never, { token: cast.tokens.holder ?? '' })
    const text = JSON.stringify(reply.body ?? '')
    for (const canary of cast.canaries) if (text.includes(canary)) found.push(`${callName(call)} tells ${canary}`)
  }
  context.services.cache.clear()
  return found
}

test('with every check of the product passed by mistake, the database shows nothing of another patient', async () => {
  const own = await readEverything()
  expect(own.length).toBeGreaterThan(15)
  expect(READS.filter((call) => idPositions(call).length > 0).length).toBeGreaterThan(15)
  // Every check believes that the holder is asking, and the database is told that it is the other patient.
  const run = limitedTo.run.bind(limitedTo)
  vi.spyOn(limitedTo, 'run').mockImplementation((account: string, work: () => unknown) =>
    run(account && cast.other.account, work),
  )
  expect(await readEverything()).toEqual([])
})
