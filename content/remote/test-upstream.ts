import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/** A content service that records its requests and returns whatever a test needs, however hostile. */
export async function startUpstream() {
  const requests: ReceivedRequest[] = []
  let act: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end()
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    act(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: requests,
    does(next: typeof act) {
      requests.length = 0
      act = next
    },
    says(body: string | Buffer, headers: Record<string, string>, status = 200) {
      this.does((_, response) => response.writeHead(status, headers).end(body))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Upstream = Awaited<ReturnType<typeof startUpstream>>
