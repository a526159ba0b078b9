import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Crop, cropArea, initialCrop, maxZoom, moveCrop, zoomCrop } from './crop.ts'

const wide = { width: 1000, height: 600 }

test('the initial crop is the largest square, above the middle of a portrait', () => {
  expect(cropArea(initialCrop(wide), wide)).toEqual({ left: 200, top: 0, side: 600 })
  expect(cropArea(initialCrop({ width: 600, height: 1000 }), { width: 600, height: 1000 }).top).toBe(100)
})

test('the crop moves by fractions of its side and stops at the edges', () => {
  const close = zoomCrop(initialCrop(wide), wide, 2)
  const { left } = cropArea(close, wide)
  expect(cropArea(moveCrop(close, wide, 0.5, 0), wide).left).toBeCloseTo(left + 150)
  expect(cropArea(moveCrop(close, wide, 9, 9), wide)).toEqual({ left: 700, top: 300, side: 300 })
  expect(cropArea(moveCrop(close, wide, -9, -9), wide)).toEqual({ left: 0, top: 0, side: 300 })
})

test('the zoom is limited by sharpness and by the picture', () => {
  expect(zoomCrop(initialCrop(wide), wide, 99).zoom).toBe(600 / 256)
  expect(zoomCrop(initialCrop(wide), wide, 0.1).zoom).toBe(1)
  expect(maxZoom({ width: 4000, height: 3000 })).toBe(4)
  expect(maxZoom({ width: 255, height: 900 })).toBeLessThan(1)
})

test('the crop stays within the picture after any sequence of changes', () =>
  fc.assert(
    fc.property(
      fc.record({ width: fc.integer({ min: 256, max: 8_000 }), height: fc.integer({ min: 256, max: 8_000 }) }),
      fc.array(
        fc.tuple(
          fc.double({ min: -3, max: 3, noNaN: true }),
          fc.double({ min: -3, max: 3, noNaN: true }),
          fc.double({ min: 0, max: 9, noNaN: true }),
        ),
      ),
      (picture, mutations) => {
        let crop: Crop = initialCrop(picture)
        for (const [right, down, zoom] of mutations)
          crop = zoomCrop(moveCrop(crop, picture, right, down), picture, zoom)
        const { left, top, side } = cropArea(crop, picture)
        expect(side).toBeGreaterThanOrEqual(Math.min(256, picture.width, picture.height) - 1e-6)
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6)
        expect(left + side).toBeLessThanOrEqual(picture.width + 1e-6)
        expect(top + side).toBeLessThanOrEqual(picture.height + 1e-6)
      },
    ),
  ))
