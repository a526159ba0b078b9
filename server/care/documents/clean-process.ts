import { checkPdf } from './check-pdf.ts'
import { cleanImage } from './clean-image.ts'
import type { CleaningTask } from './cleaning.ts'

// A process of its own: what a decoder does with a file that was made to break it, it does here, where there are no
// keys, no database and no other patient. One file at a time; the server ends it when it takes too long.

process.on('message', ({ kind, bytes }: CleaningTask) => {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cleaned = kind === 'pdf' ? Promise.resolve(checkPdf(given)) : cleanImage(given, kind)
  void cleaned.then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
