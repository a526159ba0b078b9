import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ProviderSettings } from './token-wire.ts'
import { tokeniseCard, tokeniseSavedCard } from './tokenise.ts'

const card = {
  number: '4444 4444 4444 4422',
  holder: 'Ana Ruiz',
  expiry: { month: '04', year: '2031' },
  securityCode: '123',
  document: '',
}
let provider: Server
let entry: ProviderSettings
let answer: { status: number; body: string }
let requests: { url: string; headers: IncomingHttpHeaders; body: string }[]

beforeAll(async () => {
  vi.stubGlobal('screen', { colorDepth: 24, height: 844, width: 390 })
  provider = createServer(async (request, reply) => {
    const chunks = await request.toArray()
    requests.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  entry = { provider: 'monei', baseUrl: `http://127.0.0.1:${port}/v1`, accountId: 'acc' }
})
beforeEach(() => {
  requests = []
})
afterAll(() => {
  vi.unstubAllGlobals()
  provider.close()
})

test('only a token, the mask and the brand remain of a card', async () => {
  answer = { status: 200, body: '{"paymentToken":"tok_1"}' }
  const tokenised = await tokeniseCard(entry, card)
  expect(tokenised).toEqual({
    cardToken: 'tok_1',
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    cardholderName: 'Ana Ruiz',
    cardType: 'visa',
    maskedCardNumber: '•••• 4422',
  })
  expect(JSON.stringify(tokenised)).not.toContain('44444')
  expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ accountId: 'acc', sessionId: tokenised.sessionId })
})

test('only the name remains of the holder', async () => {
  answer = { status: 200, body: '{"paymentToken":"tok_1"}' }
  expect(await tokeniseCard(entry, { ...card, holder: ' Ana Ruiz ' })).toMatchObject({ cardholderName: 'Ana Ruiz' })
})

test('the provider receives the browser data for 3-D Secure', async () => {
  answer = { status: 200, body: '{"paymentToken":"tok_1"}' }
  await tokeniseCard(entry, card)
  expect(atob(String(requests[0]?.headers['client-env']))).toMatch(/^24\|844\|390\|-?\d+\|[a-z]{2}/)
})

test.each([
  [422, '{"message":"Card number is not valid"}', { code: 'BAD_CARD_DETAILS', fields: { number: 'INVALID' } }],
  [400, '{"message":"no"}', { code: 'BAD_CARD_DETAILS', fields: {} }],
  [401, '{"message":"wrong account"}', { code: 'UNAVAILABLE' }],
  [500, '', { code: 'UNAVAILABLE' }],
  [200, '{"truncated', { code: 'UNAVAILABLE' }],
  // A refused request has no token, whatever its body contains.
  [401, '{"paymentToken":"tok_1"}', { code: 'UNAVAILABLE' }],
])('%i %s is no token', async (status, body, failure) => {
  answer = { status, body }
  await expect(tokeniseCard(entry, card)).rejects.toMatchObject({ name: 'TokenRefused', ...failure })
})

test('an unreachable provider counts as no network', async () => {
  const nobody = { ...entry, baseUrl: 'http://127.0.0.1:1/v1' }
  await expect(tokeniseCard(nobody, card)).rejects.toMatchObject({ code: 'OFFLINE' })
})

test('only a token remains of a saved card [B3.6]', async () => {
  answer = { status: 201, body: '{"id":"tok_2","card_id":"149002"}' }
  const known = { ...entry, provider: 'mercadopago', publicKey: 'k' } as const
  expect(await tokeniseSavedCard(known, { cardId: '149002' }, '123')).toEqual({
    cardToken: 'tok_2',
    sessionId: expect.any(String),
  })
})
