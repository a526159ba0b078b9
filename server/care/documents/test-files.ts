import { randomBytes } from 'node:crypto'
import { crc32, deflateSync, gzipSync } from 'node:zlib'

// Files made by code: good ones, and those that somebody would make to get past us.

/** A PNG that says that it is so large and has so many bytes of picture. */
export function pngOf(
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

/** The same picture that says of itself that it is of another size: what it holds is then cut off. */
export function resizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}
export function resizedLosslessWebp(webp: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(webp)
  // 14 bits each, less one, behind the chunk's name, length and mark.
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
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** One page of these words; `more` goes between its objects, `catalog` into its first one. */
export function pdfOf({ more = '', catalog = '', end = '' } = {}): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R${catalog}>>\nendobj\n` +
      '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n' +
      `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>\nendobj\n${more}` +
      `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 4/Root 1 0 R>>\nstartxref\n180\n%%EOF\n${end}`,
    'latin1',
  )
}

/** An object in a packed list. */
export function packedObject(object: string, dictionary = '/Type/ObjStm/Filter/FlateDecode'): string {
  const packed = deflateSync(Buffer.from(`9 0 10 8 ${object}`)).toString('latin1')
  return `8 0 obj\n<<${dictionary}/N 2/First 9/Length ${packed.length}>>\nstream\n${packed}\nendstream\nendobj\n`
}

/** A local file header and an end of directory: what makes a ZIP of whatever stands before it. */
export const zipTail = (): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(60), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

export const gzipBomb = (): Buffer => gzipSync(Buffer.alloc(50_000_000))
