import { MOST_PIXELS } from '@cuida/core/kit/picture.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'

// Nothing but these is ever given to a decoder, whatever the bytes claim.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
// One picture at a time and nothing remembered: memory stays what one picture needs.
sharp.cache(false)
sharp.concurrency(1)

/** Of what a decoder must hold before it knows a single row; everything else comes and goes row by row. */
export const MOST_HELD_BYTES = 80_000_000

export type PictureProblem = 'FILE_UNREADABLE' | 'IMAGE_TOO_LARGE'

/** A stranger's picture before it is unpacked, or why it is not: it says of itself how large it is, upright. */
export async function openPicture(
  bytes: Buffer,
): Promise<{ image: Sharp; width: number; height: number } | { problem: PictureProblem }> {
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const facts = await image.metadata().catch(() => undefined)
  if (!facts?.width || !facts.height) return { problem: 'FILE_UNREADABLE' }
  if (facts.width * facts.height > MOST_PIXELS || heldBytes(bytes, facts) > MOST_HELD_BYTES)
    return { problem: 'IMAGE_TOO_LARGE' }
  const { width, height } = facts.autoOrient
  return { image: image.autoOrient(), width, height }
}

/** Interlaced, progressive, lossless or moving: the last byte may still change the first row. */
function heldBytes(bytes: Buffer, { format, width, height, channels, depth, ...facts }: Metadata): number {
  const pixels = width * height
  // One that moves is drawn on a sheet of its own; a lossless one is kept beside what it was made of.
  if (format === 'webp') return pixels * (bytes.includes('ANIM') ? 8 : bytes.includes('VP8L') ? 6 : 0)
  if (!facts.isProgressive) return 0
  // Two bytes for each coefficient, of which halved colours have fewer.
  if (format === 'jpeg') return pixels * 2 * (facts.chromaSubsampling === '4:2:0' ? 1.5 : channels)
  return pixels * channels * (depth === 'ushort' ? 2 : 1)
}
