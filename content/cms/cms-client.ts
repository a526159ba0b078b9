import { type Fetch, requestRemote } from '../remote/remote-request.ts'

export interface Cms {
  /** Base URL of the content service. */
  url: string
  /** An API token with permission to read everything. */
  token?: string | undefined
  /** Other origins from which files may be loaded: a URL of any other origin in the content is not fetched. */
  filesFrom?: readonly string[] | undefined
  /** The fetch for those origins. */
  remote?: Fetch
  timeoutMs?: number
}

const TIMEOUT_MS = 8_000
const MAX_BYTES = 8 * 1024 * 1024

/** The content service is unreachable or returns invalid content. */
export class CmsError extends Error {
  override readonly name = 'CmsError'
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

export interface CmsClient {
  /** The JSON body; undefined for 404. */
  get(path: string): Promise<unknown>
}

/** A client of the content service that caches by ETag. */
export function createCmsClient({ url, token, timeoutMs = TIMEOUT_MS }: Cms): CmsClient {
  const known = new Map<string, { etag: string; body: unknown }>()
  const base = url.replace(/\/$/, '')

  return {
    async get(path) {
      const before = known.get(path)
      const headers = {
        accept: 'application/json',
        'strapi-response-format': 'v4',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(before ? { 'if-none-match': before.etag } : {}),
      }
      const response = await requestRemote(`${base}/api/${path}`, { method: 'GET', headers, timeoutMs })
      if (response.status === 304 && before) {
        response.leave()
        return before.body
      }
      known.delete(path)
      if (response.status === 404) {
        response.leave()
        return undefined
      }
      if (response.status !== 200) {
        response.leave()
        throw new CmsError(
          `${path.split('?')[0]}: the content service answered ${response.status}${whyNot(response.status, token)}`,
          response.status,
        )
      }
      const body = parsed(path, await response.whole(MAX_BYTES))
      const etag = response.headers.get('etag')
      if (etag) known.set(path, { etag, body })
      return body
    },
  }
}

/** Explains to the operator how to fix the access. */
function whyNot(status: number, token: string | undefined): string {
  if (status !== 401 && status !== 403) return ''
  return token
    ? '. CONTENT_TOKEN is not accepted, or it lacks the find permission on this type'
    : '. CONTENT_TOKEN is not set, and this type is not public'
}

function parsed(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new CmsError(`${path.split('?')[0]}: the answer is not JSON`)
  }
}
