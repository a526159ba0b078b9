import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createCleaner } from '../cleaner.ts'
import { resizedJpeg } from '../test-files.ts'
import { onePage, streamOf } from './test-pdfs.ts'

const cleaner = createCleaner({ mostMs: 60_000 })
afterAll(() => cleaner.close())

async function problemOf(bytes: Buffer) {
  const made = await cleaner.clean('pdf', bytes)
  return 'problem' in made ? made.problem : undefined
}

const DOT = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
  .jpeg({ progressive: true })
  .toBuffer()
// Nine kilobytes of a page for a billion pixels.
const zeros = deflateSync(Buffer.alloc(9_000_000))
const picture = (width: number, height: number, how: string, bytes: Buffer, more = '') =>
  streamOf(
    bytes.toString('latin1'),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter${how}${more}`,
  )
const showing = (image: string, ...more: string[]) =>
  onePage(
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R>>',
    streamOf('q 99 0 0 99 0 0 cm /A Do Q'),
    image,
    ...more,
  )
const within = (...more: string[]) =>
  streamOf('/B Do', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${more.join('')}>>`)
const flat = (width: number, height: number) => picture(width, height, '/FlateDecode', zeros)
/** A header that is believed: whatever the dictionary says. */
const jpeg = (width: number, height: number) => resizedJpeg(DOT, width, height)
const jpx = (side: number) => {
  const bytes = Buffer.alloc(60)
  bytes.write('ff4fff510029', 'hex')
  for (const at of [8, 12]) bytes.writeUInt32BE(side, at)
  return bytes
}
test.each<[string, () => Buffer]>([
  ['30,000 by 30,000 in nine kilobytes', () => showing(flat(30_000, 30_000))],
  [
    'the same as a mask of another',
    () => showing(picture(9, 9, '/FlateDecode', zeros, '/SMask 6 0 R'), flat(30_000, 30_000)),
  ],
  ['the same in a drawing', () => showing(within('/XObject<</B 6 0 R>>'), flat(30_000, 30_000))],
  [
    'the same in a pattern',
    () =>
      onePage(
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Pattern<</P 5 0 R>>>>/Contents 4 0 R>>',
        streamOf('/Pattern cs /P scn 0 0 99 99 re f'),
        streamOf(
          '/B Do',
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</XObject<</B 6 0 R>>>>',
        ),
        flat(30_000, 30_000),
      ),
  ],
  [
    'the same among the strokes',
    () =>
      onePage(
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>',
        streamOf(`q BI /W 30000 /H 30000 /BPC 8 /CS /G /F /Fl ID ${zeros.toString('latin1')} EI Q`),
      ),
  ],
  ['a JPEG whose own header says so', () => showing(picture(9, 9, '/DCTDecode', jpeg(30_000, 30_000)))],
  ['the same, packed', () => showing(picture(9, 9, '[/FlateDecode/DCTDecode]', deflateSync(jpeg(30_000, 30_000))))],
  ['a JPEG 2000 whose own header says so', () => showing(picture(9, 9, '/JPXDecode', jpx(30_000)))],
])('a picture of %s', async (_, bytes) => {
  expect(bytes().length).toBeLessThan(20_000)
  expect(await problemOf(bytes())).toBe('IMAGE_TOO_LARGE')
})
test.each<[string, () => Buffer]>([
  ['an A3 page of a scanner', () => showing(flat(9_921, 7_016))],
  ['a JPEG', () => showing(picture(16, 16, '/DCTDecode', DOT))],
  ['a packed JPEG', () => showing(picture(16, 16, '[/FlateDecode/DCTDecode]', deflateSync(DOT)))],
])('%s is not too large', async (_, bytes) => expect(await problemOf(bytes())).toBeUndefined())

test('a JPEG whose size is not to be found is refused: another reader may find one', async () => {
  expect(await problemOf(showing(picture(9, 9, '/DCTDecode', Buffer.from('no picture'))))).toBe('FILE_UNREADABLE')
})
