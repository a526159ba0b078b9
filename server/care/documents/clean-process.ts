import { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { drawPhoto } from '../../access/photo/draw-photo.ts'
import { MAX_HELD_BYTES, openPicture } from '../../kit/pictures/open-picture.ts'
import type { CleaningAnswer, CleaningResult, CleaningTask } from './cleaning.ts'

/** Longest side in pixels: small print on a photographed page stays readable. */
const MAX_SIDE = 4_096

const QUALITY = 85

// Runs in a child process without keys, database or another patient's file, so an exploited decoder finds nothing. It
// cleans one file at a time. The server kills it when a file takes too long, and it kills itself when a file takes
// too much memory (clean-memory.ts).

new Worker(new URL('./clean-memory.ts', import.meta.url)).unref()

process.on('message', ({ kind, bytes }: CleaningTask) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  void cleaned(kind, buffer).then((result) => {
    process.send?.(result)
    // The memory of the previous file must not count against the next one.
    globalThis.gc?.()
  })
})
process.on('disconnect', () => process.exit(0))

async function cleaned(kind: CleaningTask['kind'], bytes: Buffer): Promise<CleaningAnswer> {
  if (kind === 'face') return drawPhoto(bytes)
  if (kind !== 'pdf') return cleanImage(bytes, kind)
  // Loaded on demand: it is megabytes of code that most files do not need.
  const { cleanPdf } = await import('./pdf/clean-pdf.ts')
  return cleanPdf(bytes)
}

/**
 * Redraws the picture as an upright sRGB JPEG, which drops all metadata (location, time, device, preview) and any
 * data appended to the file.
 */
async function cleanImage(bytes: Buffer, kind: 'jpeg' | 'png' | 'webp' | 'heic'): Promise<CleaningResult> {
  if (kind === 'heic') return cleanHeic(bytes)
  const opened = await openPicture(bytes)
  return 'problem' in opened ? opened : drawn(opened.image)
}

/** The decoder applies the orientation. Sizes are checked before anything is unpacked. */
async function cleanHeic(bytes: Buffer): Promise<CleaningResult> {
  // Loaded on demand: it is megabytes of code that most files do not need.
  const heic = await import('heic-decode')
  const images = await heic.all({ buffer: bytes }).catch(() => undefined)
  try {
    const [first] = images ?? []
    if (!first) return { problem: 'FILE_UNREADABLE' }
    const { width, height } = first
    if (width * height * 4 > MAX_HELD_BYTES) return { problem: 'IMAGE_TOO_LARGE' }
    const { data } = await first.decode()
    return await drawn(sharp(data, { raw: { width, height, channels: 4 } }))
  } catch {
    return { problem: 'FILE_UNREADABLE' }
  } finally {
    images?.dispose()
  }
}

async function drawn(image: Sharp): Promise<CleaningResult> {
  try {
    const data = await image
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      // Optimised Huffman tables need the whole picture in memory (160 MB for 12 Mpx) and make the file only a tenth
      // smaller.
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimizeCoding: false })
      .toBuffer()
    return { type: 'image/jpeg', bytes: data, isSigned: false }
  } catch {
    return { problem: 'FILE_UNREADABLE' }
  }
}
