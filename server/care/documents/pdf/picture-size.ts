import { inflateSync } from 'node:zlib'
import { type Dictionary, Name, type PdfObject, Unreadable } from './objects.ts'

/**
 * Limits of an unpacked picture: a few bytes can claim a thousand times as many, and a viewer holds the whole picture
 * at four bytes a pixel. An A3 page scanned at 600 dpi has 70 million pixels.
 */
const MAX_PICTURE_PIXELS = 75_000_000
const MAX_UNPACKED_BYTES = 40_000_000

/** A picture exceeds the limits. */
export class TooLarge extends Error {}

type Size = readonly [width: number, height: number]

export const isHuge = ([width, height]: Size): boolean => width * height > MAX_PICTURE_PIXELS

/** Throws `TooLarge` by the size in the picture's dictionary and by that in its own header, which decoders trust. */
export function checkPictureSize(dictionary: Dictionary, packedBy: readonly PdfObject[], bytes: Buffer): void {
  const declaredSize = ['Width', 'Height'].map((key) => Number(dictionary.get(key) ?? 0)) as [number, number]
  const own = headerOf(packedBy, bytes)
  if (isHuge(declaredSize) || (own && isHuge(own))) throw new TooLarge()
}

/** The size in the header, for picture formats that have one. */
function headerOf(packedBy: readonly PdfObject[], bytes: Buffer): Size | undefined {
  const names = packedBy.map((by) => (by instanceof Name ? by.name : ''))
  const read = HEADERS[names.at(-1) ?? '']
  if (!read) return undefined
  const size = read(names.slice(0, -1).reduce(unpacked, bytes))
  // Another reader may find a size where we find none, so the file is refused.
  if (!size) throw new Unreadable('a picture without a size')
  return size
}

const HEADERS: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  DCTDecode: jpegSize,
  DCT: jpegSize,
  JPXDecode: jpxSize,
}

function unpacked(bytes: Buffer, by: string): Buffer {
  if (by !== 'FlateDecode' && by !== 'Fl') throw new Unreadable('a picture packed in another way')
  return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
}

const JPEG = Buffer.from('ffd8ff', 'hex')
const START_OF_SCAN = 0xda
const FILL = 0xff
/** Tables, whose markers lie between those of frame headers. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc]

/** The largest of its frame headers, where several precede the scan. */
function jpegSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined
  const begin = bytes.indexOf(JPEG)
  for (let at = begin + 2; begin >= 0 && at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (marker === START_OF_SCAN) break
    if (marker === FILL) {
      at++
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker))
      size = larger(size, [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)])
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return size
}

const SIZ = Buffer.from('ff4fff51', 'hex')

/** In a JPEG 2000 codestream SIZ follows the start marker: the far corner, then the near one. */
function jpxSize(bytes: Buffer): Size | undefined {
  let size: Size | undefined
  for (let at = bytes.indexOf(SIZ); at >= 0 && at + 24 <= bytes.length; at = bytes.indexOf(SIZ, at + 4)) {
    const side = (far: number) => Math.abs(bytes.readUInt32BE(at + far) - bytes.readUInt32BE(at + far + 8))
    size = larger(size, [side(8), side(12)])
  }
  return size
}

const larger = (one: Size | undefined, other: Size): Size =>
  one && one[0] * one[1] >= other[0] * other[1] ? one : other
