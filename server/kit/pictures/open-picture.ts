import { MAX_PIXELS } from '@cuida/core/kit/picture.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'

// Only these decoders are enabled, whatever format a file claims.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
// One picture at a time and no cache, which bounds memory to one picture.
sharp.cache(false)
sharp.concurrency(1)

/** Bound on the bytes that a decoder holds before it outputs the first row; other formats decode row by row. */
export const MAX_HELD_BYTES = 80_000_000

export type PictureProblem = 'FILE_UNREADABLE' | 'IMAGE_TOO_LARGE'

/** Reads only the header of an untrusted picture; returns its upright size, or the reason for refusing it. */
export async function openPicture(
  bytes: Buffer,
): Promise<{ image: Sharp; width: number; height: number } | { problem: PictureProblem }> {
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const metadata = await image.metadata().catch(() => undefined)
  if (!metadata?.width || !metadata.height) return { problem: 'FILE_UNREADABLE' }
  if (metadata.width * metadata.height > MAX_PIXELS || heldBytes(bytes, metadata) > MAX_HELD_BYTES)
    return { problem: 'IMAGE_TOO_LARGE' }
  const { width, height } = metadata.autoOrient
  return { image: image.autoOrient(), width, height }
}

/**
 * Interlaced, progressive, lossless and animated pictures are held as a whole: the last byte may change the first
 * row.
 */
function heldBytes(bytes: Buffer, { format, width, height, channels, depth, ...facts }: Metadata): number {
  const pixels = width * height
  // An animation is composed on a second canvas; a lossless picture is held beside its source.
  if (format === 'webp') return pixels * (bytes.includes('ANIM') ? 8 : bytes.includes('VP8L') ? 6 : 0)
  if (!facts.isProgressive) return 0
  // Two bytes for each coefficient; chroma subsampling reduces their number.
  if (format === 'jpeg') return pixels * 2 * (facts.chromaSubsampling === '4:2:0' ? 1.5 : channels)
  return pixels * channels * (depth === 'ushort' ? 2 : 1)
}
