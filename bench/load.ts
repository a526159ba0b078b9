import autocannon from 'autocannon'
import { percentile } from './rounds.ts'
import type { Server } from './system.ts'

export interface Target {
  name: string
  server: Server
  path: string
  headers?: Record<string, string>
}
export interface Rate {
  name: string
  perSecond: number
  p50: number
  p99: number
  /** CPU milliseconds per thousand requests. */
  cpuPerThousand: number
  failures: number
}

const CONNECTIONS = 32
const WARM_S = 1
const ROUND_S = 1
const ROUNDS = 9

/**
 * Loads the targets in turn for many short rounds and keeps the medians, so that noise of the machine affects all
 * alike. Each target is warmed up first.
 */
export async function compare(targets: Target[]): Promise<Rate[]> {
  for (const target of targets) await load(target, WARM_S)
  const rounds = new Map<string, Rate[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) {
      const rates = rounds.get(target.name) ?? []
      rounds.set(target.name, [...rates, await load(target, ROUND_S)])
    }
  }
  return targets.map((target) => median(rounds.get(target.name) ?? []))
}

async function load({ name, server, path, headers = {} }: Target, seconds: number): Promise<Rate> {
  const cpu = server.cpu()
  const since = performance.now()
  const times: number[] = []
  const result = await autocannon({
    url: server.url + path,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    // autocannon rounds its own percentiles to whole milliseconds.
    setupClient: (client) => client.on('response', (_status, _bytes, ms) => times.push(ms)),
  })
  const elapsed = performance.now() - since
  return {
    name,
    perSecond: Math.round(times.length / (elapsed / 1_000)),
    p50: Number(percentile(times, 0.5).toFixed(1)),
    p99: Number(percentile(times, 0.99).toFixed(1)),
    cpuPerThousand: ((server.cpu() - cpu) / times.length) * 1_000_000,
    failures: result['4xx'] + result['5xx'] + result.errors,
  }
}

function median(rates: Rate[]): Rate {
  const sorted = rates.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  const cpuPerThousand = percentile(
    rates.map((rate) => rate.cpuPerThousand),
    0.5,
  )
  return { ...middle, cpuPerThousand, failures: rates.reduce((sum, rate) => sum + rate.failures, 0) }
}
