import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMercadoPagoWebhook } from './mercadopago/mercadopago-webhook.ts'
import { readMoneiWebhook } from './monei/monei-webhook.ts'
import type { RawWebhook } from './port.ts'

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

describe('monei', () => {
  const now = new Date(1_795_250_000_000)
  const body = '{"id":"p1","status":"SUCCEEDED"}'
  const v1 = '3a549b20d6f4147cd6425f93e21473b4dec97f95f2b4f72a2d0885740c1e9164'
  const raw = (signature: string | undefined, text = body): RawWebhook => ({
    body: Buffer.from(text),
    headers: { 'monei-signature': signature },
    query: {},
  })
  const read = (webhook: RawWebhook, at = now, keys = ['pk_test_local']) => readMoneiWebhook(keys, webhook, at)
  const good = `t=1795250000,v1=${v1}`

  test('the documented vector is accepted', () => {
    expect(read(raw(good))).toMatchObject({ providerPaymentId: 'p1' })
  })

  test('both keys verify during a rotation', () => {
    expect(read(raw(good), now, ['pk_test_new', 'pk_test_local'])).toBeDefined()
    expect(read(raw(good), now, ['pk_test_new'])).toBeUndefined()
  })

  test.each([
    ['an event that wraps the payment', '{"type":"payment.succeeded","object":{"id":"p2","orderId":"a2"}}'],
    ['a bare payment', '{"id":"p2","orderId":"a2"}'],
  ])('%s is accepted', (_, text) => {
    const signed = raw(`t=1795250000,v1=${hmac('pk_test_local', `1795250000.${text}`)}`, text)
    expect(read(signed)).toMatchObject({ providerPaymentId: 'p2', attemptId: 'a2' })
  })

  test.each([
    ['no signature', undefined],
    ['an empty signature', ''],
    ['another scheme', `t=1795250000,v0=${v1}`],
    ['another encoding', `t=1795250000,v1=${Buffer.from(v1, 'hex').toString('base64url')}`],
    ['upper case', `t=1795250000,v1=${v1.toUpperCase()}`],
    ['a repeated signature', `t=1795250000,v1=${'0'.repeat(64)},v1=${v1}`],
    ['a signature without a time', `v1=${v1}`],
    ['a signature with another time', `t=1795250001,v1=${v1}`],
  ])('%s is refused', (_, signature) => expect(read(raw(signature))).toBeUndefined())

  test.each([300, -300])('a time %i seconds off is accepted', (seconds) => {
    expect(read(raw(good), new Date(now.getTime() + seconds * 1000))).toBeDefined()
  })
  test.each([301, -301])('a time %i seconds off is a replay', (seconds) => {
    expect(read(raw(good), new Date(now.getTime() + seconds * 1000))).toBeUndefined()
  })

  test('a change of any single byte of body or header is refused', () => {
    fc.assert(
      fc.property(changeOf(body), changeOf(good), fc.boolean(), (otherBody, otherHeader, changeBody) => {
        expect(read(changeBody ? raw(good, otherBody) : raw(otherHeader))).toBeUndefined()
      }),
      { numRuns: 400 },
    )
  })

  test('a signed body that is no payment is refused', () => {
    for (const text of ['', 'null', '[]', '{"id":7}', '{'])
      expect(read(raw(`t=1795250000,v1=${hmac('pk_test_local', `1795250000.${text}`)}`, text))).toBeUndefined()
  })
})

describe('mercadopago', () => {
  const ts = 1_742_505_638_683
  const now = new Date(ts)
  const v1 = '6df67d9653e487284ffd8e42a837b26e5f198d322ed080a28ce3c46ea8ab0f31'
  const good = `ts=${ts},v1=${v1}`
  const raw = (change: { signature?: string; id?: string; requestId?: string; type?: string } = {}): RawWebhook => {
    const { signature = good, id = '123456', requestId = 'req-1', type = 'payment' } = change
    const headers = { 'x-signature': signature, 'x-request-id': requestId }
    return { body: Buffer.from('{}'), headers, query: { 'data.id': id, type, attempt: 'a1' } }
  }
  const read = (webhook: RawWebhook, at = now, secrets = ['secret-mp']) => readMercadoPagoWebhook(secrets, webhook, at)

  test('the documented vector is accepted', () => {
    expect(read(raw())).toEqual({ eventId: '123456:req-1', attemptId: 'a1', providerPaymentId: '123456' })
  })

  test('seconds are accepted as well as milliseconds, and an absent request id is left out', () => {
    const seconds = 1_742_505_638
    const signature = `ts=${seconds},v1=${hmac('secret-mp', `id:123456;ts:${seconds};`)}`
    expect(read({ ...raw(), headers: { 'x-signature': signature } })).toMatchObject({ providerPaymentId: '123456' })
  })

  test('both secrets verify during a rotation', () => {
    expect(read(raw(), now, ['secret-new', 'secret-mp'])).toBeDefined()
    expect(read(raw(), now, ['secret-new'])).toBeUndefined()
  })

  test.each([
    ['no signature', { signature: '' }],
    ['another payment', { id: '123457' }],
    ['no payment', { id: '' }],
    ['another request id', { requestId: 'req-2' }],
    ['another kind of notification', { type: 'merchant_order' }],
    ['upper case', { signature: `ts=${ts},v1=${v1.toUpperCase()}` }],
  ])('%s is refused', (_, change) => expect(read(raw(change))).toBeUndefined())

  const unsigned = (query: Record<string, string>) =>
    read({ body: Buffer.from('{"data":{"id":"9"}}'), headers: {}, query })
  test.each([
    ['the older IPN', { topic: 'payment', id: '123456', attempt: 'a1' }],
    ['a webhook', { type: 'payment', 'data.id': '123456', attempt: 'a1' }],
  ])('%s without a signature causes one payment query in ten seconds', (_, query) => {
    const eventId = `unsigned:123456:${Math.floor(ts / 10_000)}`
    const note = { eventId, attemptId: 'a1', providerPaymentId: '123456', isUnsigned: true }
    expect(unsigned(query)).toEqual(note)
  })
  test.each([
    ['of another kind', { topic: 'merchant_order', id: '1' }],
    ['about a chargeback', { type: 'topic_chargebacks_wh', 'data.id': '1' }],
    ['that names no payment', { topic: 'payment', id: 'x' }],
  ])('a notification %s without a signature is refused', (_, query) => expect(unsigned(query)).toBeUndefined())

  test.each([300, -300])('a time %i seconds off is accepted', (seconds) => {
    expect(read(raw(), new Date(ts + seconds * 1000))).toBeDefined()
  })
  test.each([301, -301])('a time %i seconds off is a replay', (seconds) => {
    expect(read(raw(), new Date(ts + seconds * 1000))).toBeUndefined()
  })

  test('a change of any single byte of header, payment or request id is refused', () => {
    fc.assert(
      fc.property(
        changeOf(good),
        changeOf('123456'),
        changeOf('req-1'),
        fc.nat(2),
        (signature, id, requestId, which) => {
          expect(read(raw([{ signature }, { id }, { requestId }][which]))).toBeUndefined()
        },
      ),
      { numRuns: 400 },
    )
  })
})

/** The text with one character replaced, dropped or doubled. */
function changeOf(text: string): fc.Arbitrary<string> {
  const change = fc.record({ at: fc.nat(text.length - 1), by: fc.string({ minLength: 0, maxLength: 2 }) })
  return change
    .map(({ at, by }) => text.slice(0, at) + by + text.slice(at + 1))
    .filter((changed) => changed.trim() !== text && changed.replaceAll(' ', '') !== text)
}
