/**
 * The URL of a path below `base`. undefined for a path that leaves the folder or that two programs could parse
 * differently. `path` is the request path without the query string, which is private to the client and needed by no
 * file.
 */
export function addressAt(base: string, path: string): string | undefined {
  const segments = path.split('/').slice(1).map(decoded)
  if (!path.startsWith('/') || !segments.every((segment) => segment !== undefined && isPlain(segment))) return undefined
  return `${base.replace(/\/$/, '')}/${segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')}`
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** A remaining percent sign was encoded twice: the next program would decode it again. */
const isPlain = (segment: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones that no name has
  segment !== '.' && segment !== '..' && !/[/\\%\u0000-\u001f\u007f]/.test(segment)

/** Our path prefix for files of other hosts. */
export const REMOTE_PATH = '/uploads/elsewhere/'

/** The URL of a file of the service itself; undefined below `REMOTE_PATH`. */
export const ownAddress = (base: string, path: string): string | undefined =>
  path.startsWith(REMOTE_PATH) ? undefined : addressAt(base, path)
