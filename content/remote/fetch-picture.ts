import { ContentUnavailableError } from '../problems.ts'
import { ownAddress } from './address.ts'
import { isPicture, MAX_PICTURE_BYTES, type Picture } from './picture-store.ts'
import { type Fetch, requestRemote } from './remote-request.ts'

const TIMEOUT_MS = 8_000

/** The Accept header for the content service. */
export const MEDIA_ACCEPT = 'image/*, video/*, text/vtt'
/**
 * Pictures, videos and captions. An SVG is harmless as an image, and as a page because of its content security
 * policy.
 */
const TYPES = ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg+xml', 'x-icon', 'vnd.microsoft.icon']
  .map((image) => `image/${image}`)
  .concat('video/mp4', 'video/webm')

/** The content type to serve; undefined for a type that is not allowed. */
export function mediaType(header: string | null): string | undefined {
  const name = header?.split(';')[0]?.trim().toLowerCase()
  return name === 'text/vtt' ? 'text/vtt; charset=utf-8' : TYPES.find((type) => type === name)
}

/** The URL of a file on another host, and the fetch to use for it. */
export interface RemoteFile {
  address: string
  by: Fetch
}

/**
 * Fetches a whole picture by our path; undefined for other types and missing files. Throws when the service fails.
 */
export async function fetchPicture(
  url: string,
  path: string,
  { remote, over }: { remote?: RemoteFile | undefined; over?: AbortSignal },
): Promise<Picture | undefined> {
  const address = remote?.address ?? ownAddress(url, path)
  if (!address) return undefined
  const headers = { accept: MEDIA_ACCEPT, 'accept-encoding': 'identity' }
  const response = await requestRemote(address, {
    method: 'GET',
    headers,
    timeoutMs: TIMEOUT_MS,
    over,
    ...(remote && { by: remote.by }),
  })
  const type = mediaType(response.headers.get('content-type'))
  if (response.status === 200 && type && isPicture(type))
    return { type, bytes: await response.whole(MAX_PICTURE_BYTES) }
  response.leave()
  if (response.status >= 500 || response.status === 429)
    throw new ContentUnavailableError(`content service answered ${response.status}`)
  return undefined
}
