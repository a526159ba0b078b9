import { ContentDown } from '../problems.ts'
import { ownAddress } from './address.ts'
import { ask, type Fetch } from './ask.ts'
import { isPicture, MOST_KEPT_BYTES, type Picture } from './pictures.ts'

const PATIENCE_MS = 8_000

/** What the content service is asked for. */
export const MEDIA = 'image/*, video/*, text/vtt'
/** Pictures, films and captions. A drawing (SVG) is harmless as a picture, and as a page by the policy that goes with it. */
const TYPES = ['png', 'jpeg', 'webp', 'avif', 'gif', 'svg+xml', 'x-icon', 'vnd.microsoft.icon']
  .map((image) => `image/${image}`)
  .concat('video/mp4', 'video/webm')

/** The type to answer with, or undefined for a type that is served to nobody. */
export function mediaType(header: string | null): string | undefined {
  const name = header?.split(';')[0]?.trim().toLowerCase()
  return name === 'text/vtt' ? 'text/vtt; charset=utf-8' : TYPES.find((type) => type === name)
}

/** Where a file lies that is not with the content service itself, and by what it is asked for. */
export interface RemoteFile {
  address: string
  by: Fetch
}

/** A picture of a content service by our path, whole; undefined for whatever else is there, or is not; throws where nobody knows. */
export async function fetchPicture(
  url: string,
  path: string,
  { remote, over }: { remote?: RemoteFile | undefined; over?: AbortSignal },
): Promise<Picture | undefined> {
  const address = remote?.address ?? ownAddress(url, path)
  if (!address) return undefined
  const headers = { accept: MEDIA, 'accept-encoding': 'identity' }
  const told = await ask(address, {
    method: 'GET',
    headers,
    patienceMs: PATIENCE_MS,
    over,
    ...(remote && { by: remote.by }),
  })
  const type = mediaType(told.headers.get('content-type'))
  if (told.status === 200 && type && isPicture(type)) return { type, bytes: await told.whole(MOST_KEPT_BYTES) }
  told.leave()
  if (told.status >= 500 || told.status === 429) throw new ContentDown(`content service answered ${told.status}`)
  return undefined
}
