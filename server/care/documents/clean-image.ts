import { MOST_PIXELS } from '@cuida/core/care/documents/document-rules.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { Cleaned } from './cleaning.ts'

// Nothing but these is ever given to a decoder, whatever the bytes claim.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
// One picture at a time and nothing remembered: memory stays what one picture needs.
sharp.cache(false)
sharp.concurrency(1)

/** Longest side: small print of a photographed page can still be read. */
const LONGEST = 4_096
const QUALITY = 85
/** Of what a decoder must hold before it knows a single row; everything else comes and goes row by row. */
const MOST_HELD_BYTES = 80_000_000

/**
 * The picture and nothing else: drawn again as a JPEG, upright, in sRGB, without any of what came beside it (place, time,
 * device, preview, whatever was hung on behind).
 */
export async function cleanImage(bytes: Buffer, kind: 'jpeg' | 'png' | 'webp' | 'heic'): Promise<Cleaned> {
  return kind === 'heic' ? cleanHeic(bytes) : cleanOther(bytes)
}

async function cleanOther(bytes: Buffer): Promise<Cleaned> {
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const facts = await image.metadata().catch(() => undefined)
  if (!facts?.width || !facts.height) return { problem: 'FILE_UNREADABLE' }
  if (facts.width * facts.height > MOST_PIXELS || heldBytes(bytes, facts) > MOST_HELD_BYTES)
    return { problem: 'IMAGE_TOO_LARGE' }
  return drawn(image.autoOrient())
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

/** The decoder turns it upright by itself. Sizes are known before anything is unpacked. */
async function cleanHeic(bytes: Buffer): Promise<Cleaned> {
  // Megabytes of program that most files do not need.
  const heic = await import('heic-decode')
  const images = await heic.all({ buffer: bytes }).catch(() => undefined)
  try {
    const [first] = images ?? []
    if (!first) return { problem: 'FILE_UNREADABLE' }
    const { width, height } = first
    if (width * height * 4 > MOST_HELD_BYTES) return { problem: 'IMAGE_TOO_LARGE' }
    const { data } = await first.decode()
    return await drawn(sharp(data, { raw: { width, height, channels: 4 } }))
  } catch {
    return { problem: 'FILE_UNREADABLE' }
  } finally {
    images?.dispose()
  }
}

async function drawn(image: Sharp): Promise<Cleaned> {
  try {
    const data = await image
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      // Codes made to measure would need the whole picture in memory: 160 MB for 12 Mpx, to save a tenth of the file.
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimizeCoding: false })
      .toBuffer()
    return { type: 'image/jpeg', bytes: data, isSigned: false }
  } catch {
    return { problem: 'FILE_UNREADABLE' }
  }
}
