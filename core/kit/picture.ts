/** Width times height of a picture that anybody may send: what it says of itself, before anything of it is unpacked. */
export const MOST_PIXELS = 40_000_000

export type PictureKind = 'jpeg' | 'png' | 'webp'

/** What a picture is by its first bytes, whatever it is called; undefined for whatever no decoder is given. */
export function pictureKindOf(head: Uint8Array): PictureKind | undefined {
  const text = String.fromCharCode(...head.subarray(0, 12))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'webp' : undefined
}
