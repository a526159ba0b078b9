import { Client, type Dispatcher } from 'undici'

interface Answer {
  status: number
  etag: string | undefined
  body: unknown
}
export type Ask = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

/**
 * One keep-alive connection with a source address of its own: rate limits count by address, and each buyer needs a
 * limit of their own.
 */
export function openConnection(url: string, lane: number): { ask: Ask; close(): void } {
  const client = new Client(url, { localAddress: `127.0.${1 + Math.floor(lane / 250)}.${1 + (lane % 250)}` })
  return {
    close: () => void client.destroy(),
    async ask(method, path, body, headers = {}) {
      const answer = await client.request({
        method: method as Dispatcher.HttpMethod,
        path,
        headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
        body: body ? JSON.stringify(body) : null,
      })
      const { etag } = answer.headers
      const text = await answer.body.text()
      return { status: answer.statusCode, etag: etag?.toString(), body: text ? JSON.parse(text) : undefined }
    },
  }
}
