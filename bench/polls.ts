import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../server/kit/db/db.ts'
import { compare, type Rate, type Target } from './load.ts'
import type { BenchSystem, Server } from './system.ts'

/** A rate, its baseline, and the share of the baseline that it must reach. */
export interface Comparison {
  rate: Rate
  baseline: Rate
  aim: number
}

interface Visitor {
  token: string
  patientId: string
  orderId: string
}

/**
 * Compares the polled reads (changed and unchanged) and the content reads with bare Fastify and with one prepared
 * SELECT.
 */
export async function measurePolls(system: BenchSystem, phone: string): Promise<Comparison[]> {
  const visitor = await arrive(system, phone)
  const signedIn = { authorization: `Bearer ${visitor.token}` }
  const order = `/v1/order/${visitor.orderId}`
  const list = `/v1/patients/${visitor.patientId}/consultations`
  const products = '/api/products?pagination[pageSize]=100&populate=*&locale=es'
  const config = '/api/backend-config?populate=*'
  const policy = '/api/policy-documents?filters[urlSlug][$eq]=privacy-policy&populate=*&localeFallback=en'
  return [
    ...(await besideUnchanged(system, [
      { name: 'order poll, unchanged', path: order, headers: await unchanged(system, order, signedIn) },
      { name: 'consultation list poll, unchanged', path: list, headers: await unchanged(system, list, signedIn) },
    ])),
    await besideBytes(system, { name: 'consultation list', path: list, headers: signedIn }, '/select'),
    await besideManyProducts(system, products),
    await besideBytes(system, { name: 'partner config', path: config }, '/bytes'),
    await besideBytes(system, { name: 'policy document', path: policy }, '/bytes'),
  ]
}

type Asked = Omit<Target, 'server'>

async function besideUnchanged(system: BenchSystem, asked: Asked[]): Promise<Comparison[]> {
  const baseline = await system.start('bench/baseline.ts', {})
  const targets = asked.map((target) => ({ ...target, server: system.api }))
  // The baseline gets the same request, because parsing a bearer token and an ETag has a cost of its own.
  const bareTarget = {
    name: 'bare Fastify, 304',
    server: baseline,
    path: '/unchanged',
    headers: asked[0]?.headers ?? {},
  }
  const rates = await compare([...targets, bareTarget])
  await baseline.stop()
  const bare = rates.at(-1)
  if (!bare) throw new Error('no baseline')
  return rates.slice(0, -1).map((rate) => ({ rate, baseline: bare, aim: 0.7 }))
}

async function besideManyProducts(system: BenchSystem, path: string): Promise<Comparison> {
  const server = await system.start('bench/many-products.ts', {})
  const listed = JSON.parse(String(await body(server.url + path))) as { data: unknown[] }
  if (listed.data.length !== 100) throw new Error(`${listed.data.length} products are listed, not 100`)
  const comparison = await besideBytes(system, { name: 'list of 100 products', path, server }, '/bytes')
  await server.stop()
  return comparison
}

async function besideBytes(
  system: BenchSystem,
  { server = system.api, ...asked }: Asked & { server?: Server },
  path: '/bytes' | '/select',
): Promise<Comparison> {
  const bytes = await body(server.url + asked.path, asked.headers)
  const file = join(String(system.env.DATA_DIR), 'body.json')
  writeFileSync(file, bytes)
  const baseline = await system.start('bench/baseline.ts', { BODY_FILE: file })
  const name = `${path === '/bytes' ? 'bare Fastify' : 'Fastify + one SELECT'}, ${bytes.length} bytes`
  // The baseline gets the same query string, because parsing a long URL has a cost of its own.
  const { search } = new URL(asked.path, server.url)
  const [rate, base] = await compare([
    { ...asked, server },
    { name, server: baseline, path: path + search, headers: asked.headers ?? {} },
  ])
  await baseline.stop()
  if (!rate || !base) throw new Error('nothing was measured')
  return { rate, baseline: base, aim: 0.8 }
}

async function body(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const reply = await fetch(url, { headers })
  if (!reply.ok) throw new Error(`${new URL(url).pathname} answered ${reply.status}`)
  return Buffer.from(await reply.arrayBuffer())
}

async function unchanged(system: BenchSystem, path: string, headers: Record<string, string>) {
  const reply = await fetch(system.api.url + path, { headers })
  const etag = reply.headers.get('etag')
  if (!reply.ok || !etag) throw new Error(`${path} answered ${reply.status} without an ETag`)
  return { ...headers, 'if-none-match': etag }
}

/** Signs the demo patient in and places an order to poll. */
async function arrive({ api, databaseUrl }: BenchSystem, phone: string): Promise<Visitor> {
  const headers = { 'content-type': 'application/json' }
  const credentials = JSON.stringify({ identifier: phone, password: 'Cuida-demo-1' })
  const reply = await fetch(`${api.url}/v1/auth/login`, { method: 'POST', headers, body: credentials })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  const me = await fetch(`${api.url}/v1/user/me`, { headers: { authorization: `Bearer ${accessToken}` } })
  const { id } = (await me.json()) as { id: string }
  const db = connect(databaseUrl, { max: 1 })
  const [order] = await db<{ id: string }[]>`select o.id from care_order o where o.patient_id = ${id} limit 1`
  await db.end()
  if (!order) throw new Error('the demo patient has no order to poll')
  return { token: accessToken, patientId: id, orderId: order.id }
}
