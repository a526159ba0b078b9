import { Worker } from 'node:worker_threads'
import { drawPhoto } from '../../access/photo/draw-photo.ts'
import { cleanImage } from './clean-image.ts'
import type { CleaningAnswer, CleaningTask } from './cleaning.ts'

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
