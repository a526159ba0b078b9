import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { simulatorsApp } from './app.ts'
import { credentials } from './credentials.ts'
import type { Ledger } from './kit/context.ts'
import type { PlannedFault } from './kit/faults.ts'
import type { SentMessage } from './kit/outbox.ts'

/** A received webhook. */
export interface ReceivedWebhook {
  body: Buffer
  headers: Record<string, string | undefined>
  query: Record<string, string | undefined>
}

export interface RunningSimulators {
  /** Base URL of the simulators, for server and browser. */
  url: string
  /** URL of their mail server. */
  mailUrl: string
  /** A callback URL whose webhooks are collected under the name. */
  callbackUrl(name: string): string
  /** Waits until this many webhooks have arrived under the name. */
  arrived(name: string, count: number): Promise<ReceivedWebhook[]>
  plan(fault: Omit<PlannedFault, 'times'> & { times?: number }): Promise<void>
  clearFaults(): Promise<void>
  ledger(): Promise<Ledger>
  outbox(to: string): Promise<SentMessage[]>
  /** Create card tokens as the patient's page does. */
  moneiToken(number: string, sessionId: string): Promise<string>
  mercadoPagoToken(cardholder: string, number?: string): Promise<string>
  close(): Promise<void>
}

/** Simulators for a test, with their own port, folder and webhook receiver. */
export async function startSimulators(): Promise<RunningSimulators> {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulators-'))
  const receiver = await receiveWebhooks()
  const webhookTargets = { [receiver.origin]: receiver.origin }
  const app = await simulatorsApp({ dataDir, publicUrl: 'http://cuida.test', webhookTargets, smtpPort: 0 })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const fetchJson = <T>(path: string, init?: RequestInit) => json<T>(url + path, init)
  return {
    url,
    mailUrl: app.mailUrl ?? '',
    callbackUrl: (name) => `${receiver.origin}/${name}`,
    arrived: receiver.arrived,
    plan: async (fault) => void (await fetchJson('/simulators/faults', jsonRequest('PUT', fault))),
    clearFaults: async () => void (await fetchJson('/simulators/faults', { method: 'DELETE' })),
    ledger: () => fetchJson('/simulators/ledger'),
    outbox: (to) => fetchJson(`/simulators/outbox?to=${encodeURIComponent(to)}`),
    moneiToken: async (number, sessionId) =>
      (await fetchJson<{ paymentToken: string }>('/simulators/monei/v1/tokens', moneiCard(number, sessionId)))
        .paymentToken,
    mercadoPagoToken: async (name, number) =>
      (await fetchJson<{ id: string }>(CARD_TOKENS, jsonRequest('POST', mercadoPagoCard(name, number)))).id,
    async close() {
      await app.close()
      await receiver.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function json<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<T>
}

async function receiveWebhooks() {
  const webhooks: (ReceivedWebhook & { name: string })[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://test')
    const query = Object.fromEntries(searchParams)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    webhooks.push({ name: pathname.slice(1), body, headers, query })
    response.end()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async arrived(webhookName: string, count: number): Promise<ReceivedWebhook[]> {
      const findArrived = () => webhooks.filter(({ name }) => name === webhookName)
      for (let waited = 0; findArrived().length < count && waited < 5000; waited += 20) await pause(20)
      return findArrived()
    },
    close: () => new Promise((closed) => void server.close(closed).closeAllConnections()),
  }
}

export const jsonRequest = (method: string, body: object, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const CLIENT_ENV = Buffer.from('24|900|1440|-60|es-ES').toString('base64')
export const CARD_TOKENS = `/simulators/mercadopago/v1/card_tokens?public_key=${credentials.mercadopago.publicKey}`

export function moneiCard(number: string, sessionId: string): RequestInit {
  const card = { number, expMonth: '12', expYear: '34', cvc: '123' }
  const body = { accountId: credentials.monei.accountId, sessionId, paymentMethod: { card } }
  return jsonRequest('POST', body, { 'client-env': CLIENT_ENV })
}

export const mercadoPagoCard = (name: string, number = '5031433215406351') => ({
  card_number: number,
  expiration_month: 11,
  expiration_year: 2034,
  security_code: '123',
  cardholder: { name, identification: { type: 'CPF', number: '12345678909' } },
})
