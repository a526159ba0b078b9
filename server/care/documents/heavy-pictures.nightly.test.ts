import { kindOf } from '@cuida/core/care/documents/document-rules.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createDocumentSanitizer } from './document-sanitizer.ts'
import { buildPng, resizeJpegHeader, resizeLosslessWebpHeader } from './test-files.ts'

const documentSanitizer = createDocumentSanitizer()
afterAll(() => documentSanitizer.close())

/** A picture that passes the size check is opened; most of these are then found to be truncated. */
async function isTooLarge(bytes: Buffer): Promise<boolean> {
  const cleaned = await documentSanitizer.clean(kindOf(bytes) ?? 'pdf', bytes)
  return 'problem' in cleaned && cleaned.problem === 'IMAGE_TOO_LARGE'
}

describe('the memory that a decoder would need, checked before anything is unpacked', () => {
  const dot = { create: { width: 16, height: 16, channels: 3, background: '#336699' } } as const
  const progressive = (chromaSubsampling: string) =>
    sharp(dot).jpeg({ progressive: true, chromaSubsampling }).toBuffer()
  const png = (width: number, height: number, depth: number, colour: number, interlaced = true) =>
    buildPng(width, height, Buffer.alloc(100), { depth, colour, interlaced })
  test.each<[string, () => Buffer | Promise<Buffer>, boolean]>([
    ['an interlaced PNG of 20 Mpx with transparency', () => png(5_000, 4_000, 8, 6), false],
    ['an interlaced PNG with one row more', () => png(5_000, 4_001, 8, 6), true],
    ['an interlaced 16-bit PNG of 10 Mpx', () => png(4_000, 2_500, 16, 6), false],
    ['an interlaced 16-bit PNG with one row more', () => png(4_000, 2_501, 16, 6), true],
    ['a 16-bit PNG of 40 Mpx without interlacing', () => png(8_000, 5_000, 16, 6, false), false],
    [
      'a progressive 4:4:4 JPEG of 14 Mpx',
      async () => resizeJpegHeader(await progressive('4:4:4'), 4_000, 3_500),
      true,
    ],
    [
      'a progressive 4:2:0 JPEG of 14 Mpx',
      async () => resizeJpegHeader(await progressive('4:2:0'), 4_000, 3_500),
      false,
    ],
    [
      'a lossless WebP of 14 Mpx',
      async () => resizeLosslessWebpHeader(await sharp(dot).webp({ lossless: true }).toBuffer(), 4_000, 3_500),
      true,
    ],
    [
      'a lossless WebP of 13 Mpx',
      async () => resizeLosslessWebpHeader(await sharp(dot).webp({ lossless: true }).toBuffer(), 4_000, 3_250),
      false,
    ],
  ])('the limit for %s', async (_, bytes, refused) => {
    expect(await isTooLarge(await bytes())).toBe(refused)
  })

  test('an animated WebP of 11 Mpx is refused', async () => {
    const sheet = { width: 4_000, height: 2_751, channels: 3, background: '#336699' } as const
    const pages = ['#336699', '#993366'].map((background) =>
      sharp({ create: { ...sheet, background } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    )
    const moving = sharp(await Promise.all(pages), { join: { animated: true } }).webp({ effort: 0 })
    expect(await isTooLarge(await moving.toBuffer())).toBe(true)
  })
})
