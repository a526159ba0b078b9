/**
 * The address of a thing below `base`, or undefined: a path that would leave its folder, or that two programs could read
 * in two ways, is no path. `raw` is what stands in the first line of a request.
 */
export function addressAt(base: string, raw: string): string | undefined {
  const at = raw.indexOf('?')
  const path = at < 0 ? raw : raw.slice(0, at)
  const segments = path.split('/').slice(1).map(decoded)
  if (!path.startsWith('/') || !segments.every((segment) => segment !== undefined && isPlain(segment))) return undefined
  const address = new URL(
    `${base.replace(/\/$/, '')}/${segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')}`,
  )
  address.search = at < 0 ? '' : raw.slice(at)
  return address.href
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
