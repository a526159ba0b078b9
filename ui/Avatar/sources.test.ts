import { expect, test } from 'vitest'
import { sourcesOf } from './Avatar.tsx'

const widths = (size: number) =>
  [...sourcesOf('/p', size).avif.matchAll(/ (\d+)w/g)].map(([_whole, width]) => Number(width))

test.each([
  [40, [40, 64, 128]],
  [64, [64, 128, 320]],
  [128, [128, 320]],
])('a face of %i names its own size and those of better screens', (size, named) => expect(widths(size)).toEqual(named))

test('AVIF and JPEG are named apart, and who knows neither picture is given a JPEG', () =>
  expect(sourcesOf('/uploads/photos/a', 128)).toEqual({
    avif: '/uploads/photos/a/128.avif 128w, /uploads/photos/a/320.avif 320w',
    jpeg: '/uploads/photos/a/128.jpeg 128w, /uploads/photos/a/320.jpeg 320w',
    src: '/uploads/photos/a/128.jpeg',
    sizes: '8rem',
  }))
