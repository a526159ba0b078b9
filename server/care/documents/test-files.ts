import { randomBytes } from 'node:crypto'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { buildPdf, buildStream, buildTextStream, HELVETICA_FONT } from './pdf/test-pdfs.ts'

// Generated files: valid ones, and ones made to get past the checks.

/** A PNG whose header claims this size, with this much image data. */
export function buildPng(
  width: number,
  height: number,
  rows: Buffer = picture(width, height),
  { depth = 8, colour = 2, interlaced = false } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

/** The same picture with another size in its header, so that its data is truncated. */
export function resizeJpegHeader(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}
export function resizeLosslessWebpHeader(webp: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(webp)
  // 14 bits each, minus one, behind the chunk's name, length and signature.
  const at = bytes.indexOf('VP8L') + 9
  bytes.writeUInt32LE(((bytes.readUInt32LE(at) & 0xf0000000) | ((height - 1) << 14) | (width - 1)) >>> 0, at)
  return bytes
}

/** RGB rows of a gradient, each with its filter byte. */
function picture(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set([x % 256, y % 256, (x + y) % 256], y * (width * 3 + 1) + 1 + x * 3)
  return rows
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A JPEG up to its frame header, with a comment that survives copying. */
const tinyJpeg = (remark: string): string => {
  const length = String.fromCharCode(0, remark.length + 2)
  return `\xff\xd8\xff\xfe${length}${remark}\xff\xc0\x00\x0b\x08\x00\x01\x00\x01\x01\x01\x11\x00\xff\xd9`
}

/** A page with text, and an invisible picture that contains this comment. */
export const buildTestPdf = ({ picture = '', text = 'Glucose 5.2 mmol/l' } = {}): Buffer =>
  buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</P 6 0 R>>>>>>',
    buildTextStream(text),
    HELVETICA_FONT,
    buildStream(
      tinyJpeg(picture),
      '/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode',
    ),
  ])

/** A local file header and an end of central directory, which turn any file in front of them into a ZIP. */
export const buildZipTail = (): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(60), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

export const buildGzipBomb = (): Buffer => gzipSync(Buffer.alloc(50_000_000))
