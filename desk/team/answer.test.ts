import { createSend } from '@cuida/ui/client/send.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, sendAnswer } from './answer.ts'

const ID = '6f1c2f0e-2b8e-4a53-9d5c-0d8f0b7f2f11'
afterEach(() => vi.unstubAllGlobals())

/** What leaves the page: method, address and body. */
async function leaving(answer: Answer) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    sent.push(method, String(address), body === undefined ? undefined : JSON.parse(String(body)))
    return new Response(null, { status: 204 })
  })
  const nothing = () => undefined
  const session = {
    token: async () => 'token',
    refused: nothing,
    onChange: () => nothing,
    id: nothing,
    device: nothing,
  }
  const send = createSend({ app: 'desk', locale: () => 'en', session } as never)
  await sendAnswer(send, ID, answer)
  return sent
}

test('a yes leaves as a yes', async () => {
  const [method, address, body] = await leaving({ says: 'yes' })
  expect([method, address]).toEqual(['POST', `/v1/desk/team/invitations/${ID}/approval`])
  expect(body ?? {}).toEqual({})
})

test('a no leaves as a no, with its reason', async () => {
  const reason = 'Nobody here knows this person'
  expect(await leaving({ says: 'no', reason })).toEqual(['POST', `/v1/desk/team/invitations/${ID}/decline`, { reason }])
})
