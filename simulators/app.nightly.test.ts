import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { credentials } from './credentials.ts'
import type { Ledger } from './kit/context.ts'
import { jsonRequest, moneiCard, type RunningSimulators, startSimulators } from './test-simulators.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
beforeEach(() => simulators.clearFaults())
afterAll(() => simulators.close())

const merchant = { authorization: credentials.monei.apiKey, 'user-agent': 'Cuida/1' }

async function text(url: string, to: string, body: string): Promise<void> {
  const { accountSid, authToken, from } = credentials.twilio
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const form = new URLSearchParams({ To: to, From: from, Body: body })
  const path = `/simulators/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`
  await fetch(url + path, { method: 'POST', headers: { authorization }, body: form })
}

test('the outbox lists the messages to a number, newest first, with or without the plus sign', async () => {
  await text(simulators.url, '+34600000001', 'first')
  await text(simulators.url, '+34600000001', 'second')
  await text(simulators.url, '+34600000009', 'to somebody else')
  const response = await fetch(`${simulators.url}/simulators/outbox?to=+34600000001`)
  expect(await response.json()).toEqual(
    ['second', 'first'].map((text) => ({ channel: 'sms', to: '+34600000001', text, at: expect.any(String) })),
  )
})

test('the outbox page reloads itself, and message text is escaped', async () => {
  await text(simulators.url, '+34600000003', 'Your code is 123456 <script>alert(1)</script>')
  const asPage = { headers: { accept: 'text/html,*/*', 'accept-language': 'pt-BR,pt;q=0.8' } }
  const markup = await (await fetch(`${simulators.url}/simulators/outbox`, asPage)).text()
  expect(markup).toContain('<strong><code>123456</code></strong>')
  expect(markup).toContain('http-equiv="refresh"')
  expect(markup).toContain('lang="pt-BR"')
  expect(markup).not.toContain('<script')
})

test('the outbox keeps a thousand messages', async () => {
  const own = await startSimulators()
  for (let i = 0; i < 1005; i++) await text(own.url, '+34600000004', `message ${i}`)
  const items = await own.outbox('+34600000004')
  expect([items.length, items[0]?.text, items.at(-1)?.text]).toEqual([1000, 'message 1004', 'message 5'])
  await own.close()
})

test('the front page lists the test cards', async () => {
  expect(await (await fetch(`${simulators.url}/simulators`)).text()).toContain('4444 4444 4444 4422')
})

test('a fault is planned, counted down, and can be cancelled', async () => {
  const faults = (init?: RequestInit) => fetch(`${simulators.url}/simulators/faults`, init)
  await simulators.plan({ provider: 'monei', fault: '5xx', times: 2 })
  const fetchPayment = () => fetch(`${simulators.url}/simulators/monei/v1/payments/none`, { headers: merchant })
  expect((await fetchPayment()).status).toBe(500)
  expect(await (await faults()).json()).toEqual([{ provider: 'monei', fault: '5xx', times: 1 }])
  expect((await fetchPayment()).status).toBe(500)
  expect((await fetchPayment()).status).toBe(404)
  await simulators.plan({ provider: 'monei', fault: 'reset', times: 9 })
  await faults({ method: 'DELETE' })
  expect((await fetchPayment()).status).toBe(404)
})

test('a fault without a path spares browser requests and other providers', async () => {
  await simulators.plan({ provider: 'monei', fault: '5xx' })
  await expect(simulators.moneiToken('4444444444444422', 's')).resolves.toEqual(expect.any(String))
  await expect(simulators.mercadoPagoToken('APRO')).resolves.toEqual(expect.any(String))
  await simulators.plan({ provider: 'monei', fault: '5xx', path: '/tokens' })
  await expect(simulators.moneiToken('4444444444444422', 's')).rejects.toThrow('500')
})

test.each([
  { provider: 'monei', fault: 'sulk' },
  { provider: 'nobody', fault: '5xx' },
  { provider: 'monei', fault: '5xx', times: 0 },
  {},
])('%o is refused as a fault', async (plan) => {
  expect((await fetch(`${simulators.url}/simulators/faults`, jsonRequest('PUT', plan))).status).toBe(400)
})

test('a callback to another network is never called', async () => {
  const own = await startSimulators()
  await pay(own.url, simulators.callbackUrl('trespass'))
  await pause(300)
  expect(await simulators.arrived('trespass', 0)).toEqual([])
  await own.close()
})

async function pay(url: string, callbackUrl?: string): Promise<void> {
  const post = async <T extends object>(path: string, init: RequestInit) =>
    (await (await fetch(`${url}/simulators/monei/v1${path}`, init)).json()) as T
  const order = { amount: 4_900, currency: 'EUR', orderId: randomUUID(), sessionId: 's', callbackUrl }
  const token = await post('/tokens', moneiCard('4444444444444422', 's'))
  const { id } = await post<{ id: string }>('/payments', jsonRequest('POST', order, merchant))
  await post(`/payments/${id}/confirm`, jsonRequest('POST', token, merchant))
}

async function startProgram(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const env = { ...process.env, DATA_DIR: dataDir, SIMULATORS_PORT: '0', PUBLIC_URL: 'http://cuida.test' }
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^simulators listening on (http:\S+)$/.exec(line)?.[1]
    if (url) return { url, child }
  }
  throw new Error('the simulators did not start')
}

test('kill -9 loses no charge, message or planned fault, and no card number is stored', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulators-'))
  const first = await startProgram(dataDir)
  await pay(first.url)
  await text(first.url, '+34600000001', 'hello')
  await fetch(`${first.url}/simulators/faults`, jsonRequest('PUT', { provider: 'twilio', fault: 'slow', times: 3 }))
  const read = async (url: string) => ({
    ledger: (await (await fetch(`${url}/simulators/ledger`)).json()) as Ledger,
    outbox: await (await fetch(`${url}/simulators/outbox`)).json(),
    faults: await (await fetch(`${url}/simulators/faults`)).json(),
  })
  const before = await read(first.url)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await startProgram(dataDir)
  expect(await read(second.url)).toEqual(before)
  expect(before.ledger.charges).toHaveLength(1)
  second.child.kill('SIGTERM')
  const [code] = await once(second.child, 'exit')
  expect(code).toBe(0)
  expect(await readFile(join(dataDir, 'simulators', 'state.sqlite'), 'latin1')).not.toContain('4444444444444422')
  await rm(dataDir, { recursive: true })
})
