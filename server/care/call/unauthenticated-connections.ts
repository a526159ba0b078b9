/** Maximum number of sockets without a ticket, per process and per client address. */
const MAX_CONNECTIONS = 500
export const MAX_CONNECTIONS_PER_ADDRESS = 100

export interface UnauthenticatedConnection {
  /** The connection's ticket is being checked: the connection is not evicted meanwhile. */
  startCheck(): void
  /** The ticket was invalid. */
  rejectTicket(): void
  /** The socket joined or closed. */
  remove(): void
}

interface Connection {
  source: string
  isChecking: boolean
  disconnect(): void
}

export interface UnauthenticatedConnections {
  /** Whether another socket of this address is accepted; evicts the oldest silent one if necessary. */
  makeRoom(source: string): boolean
  enter(source: string, disconnect: () => void): UnauthenticatedConnection
}

/**
 * Bounds the sockets that have not presented a ticket yet. A page presents its ticket at once, so an attacker
 * that holds many idle sockets loses them first: the newest socket is never evicted.
 */
export function createUnauthenticatedConnections(
  most = MAX_CONNECTIONS,
  mostOfSource = MAX_CONNECTIONS_PER_ADDRESS,
): UnauthenticatedConnections {
  // In order of arrival.
  const connections = new Set<Connection>()
  const of = (source: string) => [...connections].filter((connection) => connection.source === source)

  function evictOne(among: Connection[]): boolean {
    const silent = among.find(({ isChecking }) => !isChecking)
    if (!silent) return false
    connections.delete(silent)
    silent.disconnect()
    return true
  }
  return {
    makeRoom(source) {
      const own = of(source)
      if (own.length >= mostOfSource) return evictOne(own)
      return connections.size < most || evictOne(of(largestOf(connections)))
    },
    enter(source, disconnect) {
      const connection: Connection = { source, disconnect, isChecking: false }
      connections.add(connection)
      return {
        startCheck() {
          connection.isChecking = true
        },
        rejectTicket() {
          connection.isChecking = false
        },
        remove() {
          connections.delete(connection)
        },
      }
    },
  }
}

function largestOf(connections: ReadonlySet<Connection>): string {
  const counts = new Map<string, number>()
  for (const { source } of connections) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as const)[0]
}
