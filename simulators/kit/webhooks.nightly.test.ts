import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createFaults } from './faults.ts'
import { openStore, type Store } from './store.ts'
import { createWebhooks } from './webhooks.ts'

const endings: (() => void)[] = []
afterEach(() => endings.splice(0).forEach((end) => void end()))

/** A receiver that answers with each status in turn, then 200. */
async function receiver(...statuses: number[]) {
  const signatures: string[] = []
  const server = createServer((request, response) => {
    signatures.push(String(request.headers['x-signature']))
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  endings.push(() => server.close().closeAllConnections())
  return { heard: signatures, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulators-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function open(store: Store, origin: string) {
  const sign = () => ({ 'x-signature': 'v1=abc' })
  const signers = {
    monei: sign,
    mercadopago: sign,
    twilio: undefined,
    google: undefined,
    serpro: undefined,
    viacep: undefined,
    zendesk: undefined,
    ga4: undefined,
    matomo: undefined,
    sentry: undefined,
    omie: undefined,
    smtp: undefined,
    medikit: undefined,
    memed: undefined,
    push: undefined,
    fcm: undefined,
    apns: undefined,
  }
  return createWebhooks({
    store,
    faults: createFaults(store),
    signers,
    targets: { [origin]: origin },
    now: () => new Date(),
  })
}

test('a failed webhook is retried with backoff until it succeeds', async () => {
  const { heard, origin } = await receiver(500, 503)
  const store = openStore(newFolder())
  const webhooks = open(store, origin)
  endings.push(webhooks.close, store.close)
  webhooks.notify('monei', `${origin}/hook`, { id: 'p1' })
  await expect.poll(() => heard.length).toBe(3)
  await expect.poll(() => store.collection('delivery').list()).toEqual([])
})

test('a webhook that was undelivered when the program died is delivered after the restart', async () => {
  const { heard, origin } = await receiver()
  const folder = newFolder()
  const first = openStore(folder)
  createFaults(first).plan({ provider: 'monei', fault: 'late-webhook', times: 1, delayMs: 300 })
  const dying = open(first, origin)
  dying.notify('monei', `${origin}/hook`, { id: 'p1' })
  dying.close()
  first.close()

  const second = openStore(folder)
  const webhooks = open(second, origin)
  endings.push(webhooks.close, second.close)
  webhooks.resume()
  await expect.poll(() => heard.length).toBe(1)
})

test('a forged webhook has a valid shape and a wrong signature, and is not retried', async () => {
  const { heard, origin } = await receiver(400, 400)
  const store = openStore(newFolder())
  createFaults(store).plan({ provider: 'monei', fault: 'forged-webhook', times: 1 })
  const webhooks = open(store, origin)
  endings.push(webhooks.close, store.close)
  webhooks.notify('monei', `${origin}/hook`, { id: 'p1' })
  await expect.poll(() => heard.length).toBe(3)
  expect(heard.filter((signature) => signature === 'v1=abc')).toHaveLength(2)
  expect(heard.filter((signature) => /^v1=[0-9a-f]{64}$/.test(signature))).toHaveLength(1)
})
