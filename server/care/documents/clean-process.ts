import { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { drawPhoto } from '../../access/photo/draw-photo.ts'
import { MOST_HELD_BYTES, openPicture } from '../../kit/pictures/open-picture.ts'
import type { Cleaned, CleaningAnswer, CleaningTask } from './cleaning.ts'

/** Longest side: small print of a photographed page can still be read. */
const LONGEST = 4_096

const QUALITY = 85

// A process of its own: what a decoder does with a file that was made to break it, it does here, where there are no
// keys, no database and no other patient. One file at a time; the server ends it when it takes too long, and it ends
// itself when a file takes too much memory (clean-memory.ts).

new Worker(new URL('./clean-memory.ts', import.meta.url)).unref()

process.on('message', ({ kind, bytes }: CleaningTask) => {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  void cleaned(kind, given).then((result) => {
    process.send?.(result)
    // What the last file took must not count against the next.
    globalThis.gc?.()
  })
})
process.on('disconnect', () => process.exit(0))

async function cleaned(kind: CleaningTask['kind'], bytes: Buffer): Promise<CleaningAnswer> {
  if (kind === 'face') return drawPhoto(bytes)
  if (kind !== 'pdf') return cleanImage(bytes, kind)
  // Megabytes of program that most files do not need.
  const { cleanPdf } = await import('./pdf/clean-pdf.ts')
  return cleanPdf(bytes)
}

/**
 * The picture and nothing else: drawn again as a JPEG, upright, in sRGB, without any of what came beside it (place, time,
 * device, preview, whatever was hung on behind).
 */
async function cleanImage(bytes: Buffer, kind: 'jpeg' | 'png' | 'webp' | 'heic'): Promise<Cleaned> {
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
