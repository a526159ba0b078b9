import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  etag: string | undefined
  body: unknown
}
export type Ask = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

/**
 * One connection that is kept, from an address of its own: what an address may ask for in an hour is limited, and each
 * buyer comes from home. Much lighter than `fetch`, since it shares the machine with what it measures.
 */
export function openConnection(url: string, lane: number): { ask: Ask; close(): void } {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const localAddress = `127.0.${1 + Math.floor(lane / 250)}.${1 + (lane % 250)}`
  return {
    close: () => agent.destroy(),
    ask: (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const text = body && JSON.stringify(body)
        const json = text
          ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
          : {}
        const options = { agent, hostname, port, localAddress, method, path, headers: { ...json, ...headers } }
        const sent = request(options, (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const all = Buffer.concat(chunks).toString()
            const { statusCode: status = 0 } = reply
            resolve({ status, etag: reply.headers.etag, body: all ? JSON.parse(all) : undefined })
          })
        })
        sent.on('error', reject)
        sent.end(text)
      }),
  }
}
