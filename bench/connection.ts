import { Client, type Dispatcher } from 'undici'

interface Answer {
  status: number
  etag: string | undefined
  body: unknown
}
export type Ask = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

interface Connection {
  ask: Ask
  /** Reads a stream to its end; returns its status. */
  stream(path: string, headers: Record<string, string>, onOpen: () => void): Promise<number>
  close(): void
}

/**
 * One keep-alive connection with a source address of its own: rate limits count by address, and each buyer needs a
 * limit of their own.
 */
export function openConnection(url: string, lane: number, connect: { ca?: string } = {}): Connection {
  const client = new Client(url, { connect, localAddress: `127.0.${1 + Math.floor(lane / 250)}.${1 + (lane % 250)}` })
  return {
    close: () => void client.destroy(),
    async stream(path, headers, onOpen) {
      const { statusCode, body } = await client.request({ method: 'GET', path, headers, bodyTimeout: 0 })
      if (statusCode === 200) onOpen()
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      return statusCode
    },
    async ask(method, path, body, headers = {}) {
      const answer = await client.request({
        method: method as Dispatcher.HttpMethod,
        path,
        headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
        body: body ? JSON.stringify(body) : null,
      })
      const { etag } = answer.headers
      const text = await answer.body.text()
      if (text.startsWith('<')) throw new Error(`${method} ${path} answered ${answer.statusCode} with a page`)
      return { status: answer.statusCode, etag: etag?.toString(), body: text ? JSON.parse(text) : undefined }
    },
  }
}
