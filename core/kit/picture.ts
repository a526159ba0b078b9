/** Largest width times height of an uploaded picture, as its header declares it, before it is decoded. */
export const MAX_PIXELS = 40_000_000

export type PictureKind = 'jpeg' | 'png' | 'webp'

/** The type of a picture by its first bytes, whatever its name; undefined for types that are not decoded. */
export function pictureKindOf(head: Uint8Array): PictureKind | undefined {
  const text = String.fromCharCode(...head.subarray(0, 12))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'webp' : undefined
}
