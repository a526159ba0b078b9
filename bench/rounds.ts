/** The result of one complete run. */
export interface RunResult {
  ms: number
  requests: number
}
export interface Round {
  perSecond: number
  p50: number
  p99: number
  /** CPU milliseconds per run. */
  serverCpuMs: number
  databaseCpuMs: number
  requests: number
}
/** CPU seconds used so far. */
export interface Meters {
  server(): number
  database(): number
}

/** Runs all lanes in parallel; each lane is sequential. */
export async function runLanes<T>(lanes: (() => Promise<T[]>)[]): Promise<T[]> {
  return (await Promise.all(lanes.map((run) => run()))).flat()
}

export async function measure({ server, database }: Meters, run: () => Promise<RunResult[]>): Promise<Round> {
  const serverBefore = server()
  const databaseBefore = database()
  const since = performance.now()
  const done = await run()
  const seconds = (performance.now() - since) / 1000
  const times = done.map(({ ms }) => ms)
  return {
    perSecond: done.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    serverCpuMs: ((server() - serverBefore) / done.length) * 1000,
    databaseCpuMs: ((database() - databaseBefore) / done.length) * 1000,
    requests: done.reduce((sum, { requests }) => sum + requests, 0) / done.length,
  }
}

/** The round with the median rate, so that noise of the machine in some rounds does not count. */
export function medianRound(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond)
  const round = sorted[Math.floor(sorted.length / 2)]
  if (!round) throw new Error('nothing was measured')
  return round
}

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
