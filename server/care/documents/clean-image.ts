import { MOST_PIXELS } from '@cuida/core/care/document-rules.ts'
import sharp, { type Sharp } from 'sharp'
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
/** Formats that must be unpacked whole before a row of them is known may have fewer pixels: half as many. */
const MOST_PIXELS_AT_ONCE = MOST_PIXELS / 2

/**
 * The picture and nothing else: drawn again as a JPEG, upright, in sRGB, without any of what came beside it (place, time,
 * device, preview, whatever was hung on behind).
 */
export async function cleanImage(bytes: Buffer, kind: 'jpeg' | 'png' | 'webp' | 'heic'): Promise<Cleaned> {
  return kind === 'heic' ? cleanHeic(bytes) : cleanOther(bytes)
}

async function cleanOther(bytes: Buffer): Promise<Cleaned> {
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
  const { width, height, isProgressive } = await image.metadata().catch(() => ({ width: 0, height: 0 }) as never)
  if (!width || !height) return { problem: 'FILE_UNREADABLE' }
  if (width * height > (isProgressive ? MOST_PIXELS_AT_ONCE : MOST_PIXELS)) return { problem: 'IMAGE_TOO_LARGE' }
  return drawn(image.autoOrient())
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
    if (width * height > MOST_PIXELS_AT_ONCE) return { problem: 'IMAGE_TOO_LARGE' }
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
    return { type: 'image/jpeg', bytes: data }
  } catch {
    return { problem: 'FILE_UNREADABLE' }
  }
}
