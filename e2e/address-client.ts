import { request } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'

/** An HTTP client with its own address (127.0.0.x), without a browser. */
export interface AddressClient {
  post<T>(path: string, body: object, more?: Record<string, string>): Promise<{ status: number; body: T }>
  /** A raw connection that has sent this head and now listens. */
  line(head: string): Promise<TLSSocket>
}

export function clientAt(localAddress: string, url: string, ca: string): AddressClient {
  const { hostname: host, port, host: name } = new URL(url)
  const target = { host, port: Number(port), localAddress, ca }
  return {
    post: <T>(path: string, body: object, more: Record<string, string> = {}) =>
      new Promise<{ status: number; body: T }>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'x-app': 'patient', ...more }
        const clientRequest = request(
          { ...target, method: 'POST', path: `/v1${path}`, headers, agent: false },
          (reply) => {
            let text = ''
            reply.setEncoding('utf8').on('data', (part: string) => {
              text += part
            })
            reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text ? JSON.parse(text) : null }))
          },
        )
        clientRequest.on('error', reject).end(JSON.stringify(body))
      }),
    async line(head) {
      const socket = connect(target)
      socket.on('error', () => {})
      await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
      socket.write(`${head.replace('\r\n', `\r\nhost: ${name}\r\n`)}\r\n\r\n`)
      return socket
    },
  }
}
