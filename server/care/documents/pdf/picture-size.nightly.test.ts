import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { resizeJpegHeader } from '../test-files.ts'
import { Name } from './objects.ts'
import { checkPictureSize, isHuge } from './picture-size.ts'
import { buildOnePagePdf, buildStream, findPdfProblem } from './test-pdfs.ts'

const DOT = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
  .jpeg({ progressive: true })
  .toBuffer()
// Nine kilobytes that claim a billion pixels.
const zeros = deflateSync(Buffer.alloc(9_000_000))
const picture = (width: number, height: number, how: string, bytes: Buffer, more = '') =>
  buildStream(
    bytes.toString('latin1'),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter${how}${more}`,
  )
const showing = (image: string, ...more: string[]) =>
  buildOnePagePdf(
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R>>',
    buildStream('q 99 0 0 99 0 0 cm /A Do Q'),
    image,
    ...more,
  )
const within = (...more: string[]) =>
  buildStream('/B Do', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${more.join('')}>>`)
const flat = (width: number, height: number) => picture(width, height, '/FlateDecode', zeros)
/** A picture header, which decoders trust over the dictionary. */
const jpeg = (width: number, height: number) => resizeJpegHeader(DOT, width, height)
const jpx = (side: number) => {
  const bytes = Buffer.alloc(60)
  bytes.write('ff4fff510029', 'hex')
  for (const at of [8, 12]) bytes.writeUInt32BE(side, at)
  return bytes
}
test.each<[string, () => Buffer]>([
  ['30,000 by 30,000 pixels in nine kilobytes', () => showing(flat(30_000, 30_000))],
  [
    'a huge mask of another picture',
    () => showing(picture(9, 9, '/FlateDecode', zeros, '/SMask 6 0 R'), flat(30_000, 30_000)),
  ],
  ['a huge picture in a form object', () => showing(within('/XObject<</B 6 0 R>>'), flat(30_000, 30_000))],
  [
    'a huge picture in a pattern',
    () =>
      buildOnePagePdf(
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Pattern<</P 5 0 R>>>>/Contents 4 0 R>>',
        buildStream('/Pattern cs /P scn 0 0 99 99 re f'),
        buildStream(
          '/B Do',
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</XObject<</B 6 0 R>>>>',
        ),
        flat(30_000, 30_000),
      ),
  ],
  [
    'a huge inline picture',
    () =>
      buildOnePagePdf(
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>',
        buildStream(`q BI /W 30000 /H 30000 /BPC 8 /CS /G /F /Fl ID ${zeros.toString('latin1')} EI Q`),
      ),
  ],
  ['a JPEG with a huge size in its own header', () => showing(picture(9, 9, '/DCTDecode', jpeg(30_000, 30_000)))],
  [
    'a compressed JPEG with a huge size in its own header',
    () => showing(picture(9, 9, '[/FlateDecode/DCTDecode]', deflateSync(jpeg(30_000, 30_000)))),
  ],
  ['a JPEG 2000 with a huge size in its own header', () => showing(picture(9, 9, '/JPXDecode', jpx(30_000)))],
])('a picture is refused: %s', async (_, bytes) => {
  expect(bytes().length).toBeLessThan(20_000)
  expect(await findPdfProblem(bytes())).toBe('IMAGE_TOO_LARGE')
})
test.each<[string, () => Buffer]>([
  ['a scanned A3 page', () => showing(flat(9_921, 7_016))],
  ['a JPEG', () => showing(picture(16, 16, '/DCTDecode', DOT))],
  ['a compressed JPEG', () => showing(picture(16, 16, '[/FlateDecode/DCTDecode]', deflateSync(DOT)))],
])('%s is not too large', async (_, bytes) => expect(await findPdfProblem(bytes())).toBeUndefined())

test('a JPEG without a readable size is refused, because another reader may find one', async () => {
  expect(await findPdfProblem(showing(picture(9, 9, '/DCTDecode', Buffer.from('no picture'))))).toBe('FILE_UNREADABLE')
})

describe('the size in a picture’s own header', () => {
  const part = (marker: number, content: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length + 2)
    return Buffer.concat([Buffer.of(0xff, marker), length, content])
  }
  const frame = (marker: number, width: number, height: number) => {
    const content = Buffer.alloc(15, 1)
    content.writeUInt16BE(height, 1)
    content.writeUInt16BE(width, 3)
    return part(marker, content)
  }
  const START = Buffer.of(0xff, 0xd8)
  const note = part(0xe0, Buffer.from('JFIF'))
  const scan = part(0xda, Buffer.alloc(9))
  const huge = frame(0xc0, 30_000, 30_000)
  const small = frame(0xc0, 9, 9)
  const checkPicture = (by: string[], ...pieces: Buffer[]) => {
    try {
      checkPictureSize(
        new Map(),
        by.map((name) => new Name(name)),
        Buffer.concat(pieces),
      )
      return 'fine'
    } catch (error) {
      return (error as Error).constructor.name
    }
  }
  const ofJpeg = (...pieces: Buffer[]) => checkPicture(['DCTDecode'], START, note, ...pieces)

  test.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])(
    'frame marker %i gives the size',
    (marker) => expect(ofJpeg(frame(marker, 30_000, 30_000))).toBe('TooLarge'),
  )
  test.each([0xc4, 0xc8, 0xcc, 0xbf, 0xd0, 0xe1])('marker %i gives no size', (marker) =>
    expect(ofJpeg(frame(marker, 30_000, 30_000), small, scan)).toBe('fine'),
  )
  test.each<[string, Buffer[], string]>([
    ['from any frame header before the scan', [small, note, huge, scan], 'TooLarge'],
    ['from the largest frame header', [huge, small, scan], 'TooLarge'],
    ['after fill bytes', [Buffer.alloc(3, 0xff), huge], 'TooLarge'],
    ['only before the scan', [small, scan, huge], 'fine'],
    ['or refused when there is none', [note, scan], 'Unreadable'],
    ['or refused when the header is truncated', [huge.subarray(0, 8)], 'Unreadable'],
  ])('the size of a JPEG is read %s', (_, pieces, expected) => expect(ofJpeg(...pieces)).toBe(expected))
  test('bytes before a JPEG do not hide its size', () => {
    expect(checkPicture(['DCT'], Buffer.from('\xff\xc0 before'), START, note, huge)).toBe('TooLarge')
  })

  const jpxOf = (far: number, near: number) => {
    const bytes = jpx(far)
    for (const at of [16, 20]) bytes.writeUInt32BE(near, at)
    return bytes
  }
  test.each<[string, Buffer[], string]>([
    ['the distance of its corners', [jpxOf(30_000, 29_990)], 'fine'],
    ['the same whichever corner comes first', [jpxOf(10, 30_000)], 'TooLarge'],
    ['the largest of its headers', [jpx(9), jpx(30_000), jpx(9)], 'TooLarge'],
    ['refused when the header is truncated', [jpx(30_000).subarray(0, 23)], 'Unreadable'],
  ])('the size of a JPEG 2000 is %s', (_, pieces, expected) =>
    expect(checkPicture(['JPXDecode'], ...pieces)).toBe(expected),
  )

  test('a JPEG in an unsupported filter is refused; data without a header is not inspected', () => {
    expect(checkPicture(['LZWDecode', 'DCTDecode'], START, huge)).toBe('Unreadable')
    expect(checkPicture(['FlateDecode', 'DCTDecode'], deflateSync(Buffer.concat([START, huge])))).toBe('TooLarge')
    expect(checkPicture(['FlateDecode'], Buffer.from('no such thing'))).toBe('fine')
  })
  test('an A3 page at 600 dpi is within the limit, a little more is not', () => {
    expect([isHuge([7_500, 10_000]), isHuge([7_500, 10_001])]).toEqual([false, true])
  })
})
