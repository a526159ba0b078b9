/**
 * The address of a thing below `base`, or undefined: a path that would leave its folder, or that two programs could read
 * in two ways, is no path. `path` is what stands in the first line of a request, without what comes after a question mark:
 * that is somebody's own, and no file needs it.
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

/** A percent sign that is left was there twice: the next program would read it again. */
const isPlain = (segment: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones that no name has
  segment !== '.' && segment !== '..' && !/[/\\%\u0000-\u001f\u007f]/.test(segment)

/** Where files of other hosts are, for who asks us. */
export const REMOTE_PATH = '/uploads/elsewhere/'

/** Of a file of the service itself: our paths for those of other hosts are none of its own. */
export const ownAddress = (base: string, path: string): string | undefined =>
  path.startsWith(REMOTE_PATH) ? undefined : addressAt(base, path)
