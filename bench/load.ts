import autocannon from 'autocannon'
import type { Server } from './system.ts'

export interface Target {
  name: string
  server: Server
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
}
export interface Rate {
  name: string
  perSecond: number
  p50: number
  p99: number
  /** Milliseconds of processor time a thousand requests. */
  cpuPerThousand: number
  failures: number
}

const CONNECTIONS = 32
const ROUND_S = 3
const ROUNDS = 3

/** Loads the targets in turn, several rounds each, so that the machine's mood hits all of them; medians are kept. */
export async function compare(targets: Target[]): Promise<Rate[]> {
  const rounds = new Map<string, Rate[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) {
      const rates = rounds.get(target.name) ?? []
      rounds.set(target.name, [...rates, await load(target)])
    }
  }
  return targets.map((target) => median(rounds.get(target.name) ?? []))
}

async function load({ name, server, path, method = 'GET', headers }: Target): Promise<Rate> {
  const before = server.cpu()
  const result = await autocannon({
    url: server.url + path,
    method,
    connections: CONNECTIONS,
    duration: ROUND_S,
    ...(headers ? { headers } : {}),
  })
  const requests = result.requests.total
  return {
    name,
    perSecond: Math.round(requests / result.duration),
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuPerThousand: ((server.cpu() - before) / requests) * 1_000_000,
    failures: result.errors + result.timeouts + (result['4xx'] ?? 0) + (result['5xx'] ?? 0),
  }
}

function median(rates: Rate[]): Rate {
  const sorted = rates.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failures: rates.reduce((sum, rate) => sum + rate.failures, 0) }
}
