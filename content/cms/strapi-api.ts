/** An error response of Strapi, with its message. */
export class StrapiError extends Error {
  override readonly name = 'StrapiError'
}

export interface StrapiApi {
  get<T>(path: string): Promise<T>
  send<T>(method: 'POST' | 'PUT', path: string, data: object): Promise<T>
  /** Uploads a file; replaces the file with this id if given. */
  upload(file: { name: string; bytes: Uint8Array; mime: string; caption: string }, replaces?: number): Promise<number>
}

const TIMEOUT_MS = 60_000

/** A client of Strapi's REST API; the token needs full access. */
export function strapiApi(url: string, token: string): StrapiApi {
  const base = `${url.replace(/\/$/, '')}/api`
  async function sendRequest<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
    const reply = await fetch(`${base}/${path}`, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await reply.text()
    if (!reply.ok) throw new StrapiError(`${init.method ?? 'GET'} ${path} answered ${reply.status}: ${reasonIn(text)}`)
    return JSON.parse(text)
  }
  const json = { 'content-type': 'application/json' }
  return {
    get: (path) => sendRequest(path, {}),
    send: (method, path, data) => sendRequest(path, { method, headers: json, body: JSON.stringify({ data }) }),
    async upload({ name, bytes, mime, caption }, replaces) {
      const form = new FormData()
      form.append('files', new Blob([new Uint8Array(bytes)], { type: mime }), name.replace(/^.*\//, ''))
      form.append('fileInfo', JSON.stringify({ name, caption }))
      const uploads = await sendRequest<{ id: number } | { id: number }[]>(
        replaces ? `upload?id=${replaces}` : 'upload',
        {
          method: 'POST',
          body: form,
        },
      )
      return [uploads].flat()[0]?.id ?? 0
    },
  }
}

/** Strapi's message names the fields that it refuses. */
function reasonIn(text: string): string {
  try {
    const { message, details } = JSON.parse(text).error
    const fields = (details?.errors ?? []).map(
      ({ path, message: why }: { path: string[]; message: string }) => `${path.join('.')}: ${why}`,
    )
    return [message, ...fields].join('; ')
  } catch {
    return text.slice(0, 200)
  }
}
