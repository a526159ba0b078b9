import { createHmac } from 'node:crypto'
import { createServer, connect as dial, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecondProcess } from '../../../booking/test-people.ts'
import { startTestContext, type TestContext } from '../../../testing/test-context.ts'

/** The webhook route's checks at both providers: signature, size and exchanges with the database (product 6.9). */
const OLD = 'a-secret-that-was'
const NEW = 'a-secret-that-is'
const SECRETS = {
  'vida-ligera': (secrets: string) => ({ MONEI_API_KEY: secrets, MONEI_ACCOUNT_ID: 'account' }),
  'bem-leve': (secrets: string) => ({
    MERCADOPAGO_ACCESS_TOKEN: 'token',
    MERCADOPAGO_PUBLIC_KEY: 'public',
    MERCADOPAGO_WEBHOOK_SECRET: secrets,
  }),
}
type Note = Required<Pick<InjectOptions, 'url' | 'headers' | 'payload'>> & { method: 'POST' }
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

function moneiNote(secret: string, id: string, filler = ''): Note {
  const payload = JSON.stringify({ id, orderId: 'ours', status: 'SUCCEEDED', filler })
  const t = Math.floor(Date.now() / 1000)
  const signature = `t=${t},v1=${hmac(secret, `${t}.${payload}`)}`
  const headers = { 'content-type': 'application/json', 'monei-signature': signature }
  return { method: 'POST', url: '/v1/webhooks/monei', headers, payload }
}

function mercadoPagoNote(secret: string, id: string, filler = ''): Note {
  const ts = Date.now()
  const request = `request-${id}`
  const v1 = hmac(secret, `id:${id};request-id:${request};ts:${ts};`)
  const signed = { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': request }
  const headers = { 'content-type': 'application/json', ...signed }
  const url = `/v1/webhooks/mercadopago?data.id=${id}&type=payment`
  return { method: 'POST', url, headers, payload: JSON.stringify({ data: { id }, filler }) }
}

const routes = [
  { partner: 'vida-ligera', note: moneiNote, signed: ['monei-signature'], covers: 'payload', unsigned: 400 },
  { partner: 'bem-leve', note: mercadoPagoNote, signed: ['x-signature', 'x-request-id'], covers: 'url', unsigned: 200 },
] as const

describe.each(routes)('the webhook route of $partner [B7.15]', ({ partner, note, signed, covers, unsigned }) => {
  let context: TestContext
  let behind: TestContext
  let line: SlowLine
  let ids = 1_000
  beforeAll(async () => {
    context = await startTestContext({ partner, demo: false, env: SECRETS[partner](`${NEW},${OLD}`) })
    line = await slowLine(context.env.DATABASE_URL ?? '')
    behind = await createSecondProcess({
      ...context,
      env: { ...context.env, DATABASE_URL: line.url, ...SECRETS[partner](OLD) },
    })
  })
  afterAll(async () => {
    line.delayMs = 0
    await behind.close()
    line.server.close()
    await context.close()
  })
  const knock = async (webhook: Note, at = context) => (await at.app.inject(webhook)).statusCode
  const newId = () => String(++ids)
  const storedPaymentIds = async () =>
    (await context.db`select payment_id from webhook_inbox`).map((row) => row.payment_id)

  test('two secrets are accepted while one is being replaced, and no third', async () => {
    const byNew = newId()
    const byOld = newId()
    const byNobody = newId()
    expect(await knock(note(NEW, byNew))).toBe(200)
    expect(await knock(note(OLD, byOld))).toBe(200)
    expect(await knock(note('another', byNobody))).toBe(400)
    // A process that was not restarted yet knows only the old secret and refuses: the provider retries at another
    // one.
    expect(await knock(note(NEW, newId()), behind)).toBe(400)
    expect(await knock(note(OLD, newId()), behind)).toBe(200)
    expect(await storedPaymentIds()).toEqual(expect.arrayContaining([byNew, byOld]))
    expect(await storedPaymentIds()).not.toContain(byNobody)
  })

  test('200 changes of the signed data are refused, and nothing is stored', async () => {
    const before = (await storedPaymentIds()).length
    const parts = [...signed, covers] as const
    const letter = fc.constantFrom(...'0123456789abcdefz=,;:{}"'.split(''))
    const change = fc.record({
      part: fc.constantFrom(...parts),
      at: fc.nat(),
      letter,
      kind: fc.constantFrom('swap', 'add', 'drop'),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ part, at, letter, kind }) => {
        const good = note(NEW, '77')
        const headers = good.headers as Record<string, string>
        const text = part === 'payload' ? String(good.payload) : part === 'url' ? '77' : (headers[part] ?? '')
        const from = at % text.length
        const put = kind === 'drop' ? '' : letter
        const bad = text.slice(0, from) + put + text.slice(kind === 'add' ? from : from + 1)
        fc.pre(bad !== text && bad !== '')
        const changed: Note = { ...good, headers: { ...headers } }
        if (part === 'payload') changed.payload = bad
        else if (part === 'url')
          changed.url = `/v1/webhooks/mercadopago?data.id=${encodeURIComponent(bad)}&type=payment`
        else changed.headers = { ...headers, [part]: bad }
        expect(await knock(changed)).toBe(400)
      }),
      { numRuns: 200 },
    )
    expect(await storedPaymentIds()).toHaveLength(before)
  })

  test.each([
    ['another encoding', (good: Note) => inBase64(good, signed[0])],
    ['the signature twice', (good: Note) => twice(good, signed[0])],
  ])('a webhook with %s is refused', async (_, tamper) => {
    const id = newId()
    expect(await knock(tamper(note(NEW, id)) as Note)).toBe(400)
    expect(await storedPaymentIds()).not.toContain(id)
  })

  test.each([
    ['no signature', (good: Note) => ({ ...good, headers: { 'content-type': 'application/json' } })],
    ['an empty body and no headers', (good: Note) => ({ ...good, payload: '', headers: {} })],
  ])('a webhook of an unknown payment with %s is not stored', async (_, tamper) => {
    const id = newId()
    expect(await knock(tamper(note(NEW, id)) as Note)).toBe(unsigned)
    expect(await storedPaymentIds()).not.toContain(id)
  })

  test('up to a megabyte is accepted, and no more', async () => {
    const large = newId()
    const tooLarge = newId()
    expect(await knock(note(NEW, large, 'x'.repeat(1_000_000)))).toBe(200)
    expect(await knock(note(NEW, tooLarge, 'x'.repeat(1_048_576)))).toBe(413)
    expect(await storedPaymentIds()).toContain(large)
    expect(await storedPaymentIds()).not.toContain(tooLarge)
  })

  test('with a slow database the route exchanges two messages with it at most, and loses nothing', {
    tags: ['nightly'],
  }, async () => {
    // Opens the pool's connections first, as in a process that has run for a while.
    for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 30 }, () => knock(note(OLD, newId()), behind)))
    line.delayMs = 250
    const sent = Array.from({ length: 12 }, newId)
    for (const id of sent) {
      line.exchanges = 0
      expect(await knock(note(OLD, id), behind)).toBe(200)
      expect(line.exchanges).toBeLessThanOrEqual(2)
    }
    line.delayMs = 0
    expect(await storedPaymentIds()).toEqual(expect.arrayContaining(sent))
    const [jobs] = await context.db`
      select count(*)::int as waiting from graphile_worker._private_jobs j
      where j.payload ->> 'eventId' in (select event_id from webhook_inbox where payment_id in ${context.db(sent)})`
    expect(jobs?.waiting).toBe(sent.length)
  })
})

function inBase64(good: Note, name: string): Note {
  const headers = good.headers as Record<string, string>
  const [stamp = '', signature = ''] = (headers[name] ?? '').split(',v1=')
  const other = `${stamp},v1=${Buffer.from(signature, 'hex').toString('base64')}`
  return { ...good, headers: { ...headers, [name]: other } }
}

function twice(good: Note, name: string): Note {
  const headers = good.headers as Record<string, string>
  return { ...good, headers: { ...headers, [name]: `${headers[name]},${headers[name]}` } }
}

interface SlowLine {
  url: string
  server: Server
  /** In each direction. */
  delayMs: number
  /** Replies of the database that followed something sent to it. */
  exchanges: number
}

/** A proxy to the database that delays everything. */
async function slowLine(databaseUrl: string): Promise<SlowLine> {
  const { hostname, port } = new URL(databaseUrl)
  const server = createServer((near) => {
    const far = dial(Number(port), hostname)
    let isWaiting = false
    near.on('data', () => {
      isWaiting = true
    })
    far.on('data', () => {
      if (isWaiting) line.exchanges++
      isWaiting = false
    })
    const carry = (from: typeof near, to: typeof near) => {
      let order = Promise.resolve()
      from.on('data', (chunk) => {
        const due = sleep(line.delayMs)
        order = order.then(() => due).then(() => void (to.writable && to.write(chunk)))
      })
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = Object.assign(new URL(databaseUrl), { port: String(typeof address === 'object' && address?.port) })
  const line: SlowLine = { url: url.toString(), server, delayMs: 0, exchanges: 0 }
  return line
}
