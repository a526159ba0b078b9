import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForwardedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

/** A proxy that records all requests to a service. */
export async function startForwarder(to: string) {
  const requests: ForwardedRequest[] = []
  const { hostname, port } = new URL(to)
  const server = createServer((incoming, answer) => {
    const { method = '', url = '', headers } = incoming
    requests.push({ method, url, headers })
    const passed = request({ hostname, port, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: requests,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
