import sharp, { type Sharp } from 'sharp'
import { MOST_HELD_BYTES, openPicture } from '../../kit/pictures/open-picture.ts'
import type { Cleaned } from './cleaning.ts'

/** Longest side: small print of a photographed page can still be read. */
const LONGEST = 4_096
const QUALITY = 85

/**
 * The picture and nothing else: drawn again as a JPEG, upright, in sRGB, without any of what came beside it (place, time,
 * device, preview, whatever was hung on behind).
 */
export async function cleanImage(bytes: Buffer, kind: 'jpeg' | 'png' | 'webp' | 'heic'): Promise<Cleaned> {
  if (kind === 'heic') return cleanHeic(bytes)
  const opened = await openPicture(bytes)
  return 'problem' in opened ? opened : drawn(opened.image)
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
