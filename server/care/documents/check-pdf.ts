import { constants, inflateSync } from 'node:zlib'
import type { Cleaned, FileProblem } from './cleaning.ts'

// A PDF is kept as it came, since it may be signed; so it is looked through first. What we look for is searched in all
// its bytes, inside streams too: a table of contents may point anywhere. Names may be written with #xx for a letter, and
// may hide in packed lists of objects, which are unpacked for it.

const HEADER = /^%PDF-(1\.[0-7]|2\.0)[\s%]/
/** Whatever follows the end beyond blanks is something else's. */
const END = /%%EOF[\s\0]*$/
const MOST_OBJECTS = 50_000
/** Bytes of one packed list, and of all of them. */
const MOST_UNPACKED = 16 * 1024 * 1024
const MOST_UNPACKED_IN_ALL = 48 * 1024 * 1024
/** As much of a stream as it takes to see whether it is a list of objects. */
const PEEK = 512

/** `JavaScript` as `/JavaScript` or `/J#61vaScript`. */
const nameOf = (name: string): string =>
  [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join('')
const anyOf = (...names: string[]): RegExp => new RegExp(`/(?:${names.map(nameOf).join('|')})`, 'i')

/** What makes a page do something, start something, carry a file, or send something away. */
const ACTIVE = anyOf(
  ...['JavaScript', 'Launch', 'EmbeddedFile', 'RichMedia', 'Rendition', 'SubmitForm', 'ImportData'],
  ...['GoToE', 'XFA', 'Collection', 'SetOCGState'],
)
const LOCKED = anyOf('Encrypt')
const LIST = anyOf('ObjStm')
const OTHER_FILTER = anyOf('LZWDecode', 'ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'DecodeParms', 'Crypt')

export function checkPdf(bytes: Buffer): Cleaned {
  const problem = problemOf(bytes)
  return problem ? { problem } : { type: 'application/pdf', bytes }
}

function problemOf(bytes: Buffer): FileProblem | undefined {
  const text = bytes.toString('latin1')
  if (!HEADER.test(text.slice(0, 12)) || !END.test(text.slice(-1_024))) return 'FILE_UNREADABLE'
  if (!text.includes('startxref')) return 'FILE_UNREADABLE'
  if (countOf(text, /\bobj\b/g, MOST_OBJECTS) > MOST_OBJECTS) return 'FILE_UNREADABLE'
  if (LOCKED.test(text)) return 'PDF_LOCKED'
  if (ACTIVE.test(text)) return 'PDF_ACTIVE'
  return problemInLists(bytes, text)
}

function countOf(text: string, pattern: RegExp, most: number): number {
  let count = 0
  while (count <= most && pattern.exec(text)) count++
  return count
}

function problemInLists(bytes: Buffer, text: string): FileProblem | undefined {
  let left = MOST_UNPACKED_IN_ALL
  let streams = 0
  let end = 0
  for (const { index, 0: word } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    if (++streams > MOST_OBJECTS) return 'FILE_UNREADABLE'
    const dictionary = text.slice(Math.max(end, index - 2_048), index)
    end = index
    const isList = LIST.test(dictionary)
    if (isList && OTHER_FILTER.test(dictionary)) return 'PDF_ACTIVE'
    const start = index + word.length
    if (!isList && !looksLikeList(bytes, start)) continue
    const unpacked = unpack(bytes.subarray(start), Math.min(left, MOST_UNPACKED))
    if (unpacked === undefined) return 'FILE_UNREADABLE'
    left -= unpacked.length
    if (ACTIVE.test(unpacked)) return 'PDF_ACTIVE'
  }
  return undefined
}

/** A list begins with pairs of numbers; a reader that does not ask for its name still needs those. */
function looksLikeList(bytes: Buffer, start: number): boolean {
  const head = bytes.subarray(start, start + PEEK)
  if ((head[0] ?? 0) % 16 !== 8) return false
  return /^\s*\d+\s+\d+\s+\d+\s+\d+\s/.test(unpack(head, 600_000)?.slice(0, 200) ?? '')
}

/** Packed or not; undefined when it is more than `most`. What is broken is read as far as it goes. */
function unpack(packed: Buffer, most: number): string | undefined {
  if ((packed[0] ?? 0) % 16 !== 8) return packed.subarray(0, most).toString('latin1')
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most }).toString('latin1')
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : ''
  }
}
