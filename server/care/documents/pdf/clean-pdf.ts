import type { Cleaned } from '../cleaning.ts'
import { Unreadable } from './objects.ts'
import { onlyPages } from './only-pages.ts'
import { openPdf } from './pdfium.ts'
import { TooLarge } from './picture-size.ts'
import { readObjects } from './read-objects.ts'
import { writeObjects } from './write-objects.ts'

/** The pages and nothing else: a new file of what can be seen, without anything that acts, links, carries or tells. */
export async function cleanPdf(bytes: Buffer): Promise<Cleaned> {
  try {
    const opened = await openPdf(bytes)
    if (typeof opened === 'string') return { problem: opened }
    const made = writeObjects(onlyPages(readObjects(opened.bytes), opened.pages))
    return { type: 'application/pdf', bytes: made, isSigned: opened.isSigned }
  } catch (error) {
    if (error instanceof TooLarge) return { problem: 'IMAGE_TOO_LARGE' }
    // PDFium ends by itself when it has no memory left or does not know how to go on.
    if (error instanceof Unreadable || error instanceof RangeError || isAbort(error))
      return { problem: 'FILE_UNREADABLE' }
    throw error
  }
}

/** `WebAssembly.RuntimeError`, which the types of Node do not know. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError'
