import { expect, test } from 'vitest'
import { sourcesOf } from './Avatar.tsx'

const widths = (size: number) =>
  [...sourcesOf('/p', size).avif.matchAll(/ (\d+)w/g)].map(([_whole, width]) => Number(width))

test.each([
  [40, [40, 64, 128]],
  [64, [64, 128, 320]],
  [128, [128, 320]],
])('an avatar of %i px has sources for its own size and for denser screens', (size, named) =>
  expect(widths(size)).toEqual(named),
)

test('AVIF and JPEG are separate sources, with JPEG as the fallback', () =>
  expect(sourcesOf('/uploads/photos/a', 128)).toEqual({
    avif: '/uploads/photos/a/128.avif 128w, /uploads/photos/a/320.avif 320w',
    jpeg: '/uploads/photos/a/128.jpeg 128w, /uploads/photos/a/320.jpeg 320w',
    src: '/uploads/photos/a/128.jpeg',
    sizes: '8rem',
  }))
