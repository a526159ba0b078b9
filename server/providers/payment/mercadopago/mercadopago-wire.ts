import { deadlineIn } from '../../keep-alive-connection.ts'
import { type Answer, exchange, PROVIDER_TIMEOUT_MS } from '../../post.ts'

export interface Wire {
  post(path: string, key: string, json: object, headers?: Record<string, string>): Promise<Answer>
  put(path: string, key: string, json: object): Promise<Answer>
  get(path: string): Promise<Answer>
  remove(path: string, key: string): Promise<Answer>
}

interface WireSettings {
  baseUrl: string
  accessToken: string
  timeoutMs?: number | undefined
}

/** A new wire for each operation: all its requests share one deadline. */
export function openWire({ baseUrl, accessToken, timeoutMs = PROVIDER_TIMEOUT_MS }: WireSettings): () => Wire {
  const authorization = `Bearer ${accessToken}`
  return () => {
    const common = { provider: 'mercadopago', until: deadlineIn(timeoutMs) }
    const write = (method: 'POST' | 'PUT', path: string, key: string, json: object, more = {}) => {
      const headers = { authorization, 'x-idempotency-key': key, ...more }
      return exchange({ ...common, method, url: baseUrl + path, headers, json })
    }
    return {
      post: (path, key, json, more) => write('POST', path, key, json, more),
      put: (path, key, json) => write('PUT', path, key, json),
      get: (path) => exchange({ ...common, method: 'GET', url: baseUrl + path, headers: { authorization } }),
      remove: (path, key) => {
        const headers = { authorization, 'x-idempotency-key': key }
        return exchange({ ...common, method: 'DELETE', url: baseUrl + path, headers })
      },
    }
  }
}
