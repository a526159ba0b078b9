import { putPhoto, removePhoto } from '@cuida/core/access/photo/photo-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { cutOut } from './chosen.ts'
import { usePutPhoto, useRemovePhoto } from './queries.ts'

const id = '8c4d2e9f-71b3-4a5e-8d06-1f9b3c5a7e42'
afterEach(() => vi.unstubAllGlobals())

test('a square that was cut out goes to whom it shows, under no name', async () => {
  const square = new File(['12345'], 'my-face-in-the-garden.jpg', { type: 'image/jpeg' })
  expect(
    await leaving(() => given(() => usePutPhoto(id)).mutateAsync(square), { photoUrl: '/uploads/photos/a' }),
  ).toMatchObject([asks(putPhoto, { id }, { file: { name: '', size: 5 } })])
})

test('a photo is removed of whom it shows', async () =>
  expect(await leaving(() => given(() => useRemovePhoto(id)).mutateAsync(undefined))).toEqual([
    asks(removePhoto, { id }),
  ]))

test.each([
  ['a large picture is drawn no larger than a profile needs', 2_000, 1, [500, 0, 2_000, 640]],
  ['what was come close to is drawn as large as it is', 2_000, 4, [1_250, 550, 500, 500]],
])('%s, on white', async (_, height, zoom, [left, top, side, size]) => {
  const drawing = { fillRect: vi.fn(), drawImage: vi.fn(), fillStyle: '' }
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => drawing,
    toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(['x'], { type })),
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  const bitmap = {} as ImageBitmap
  const blob = await cutOut(
    { width: 3_000, height: height ?? 0, bitmap, url: '' },
    { zoom: zoom ?? 1, x: 0.5, y: zoom === 1 ? 0.5 : 0.4 },
  )
  expect(blob.type).toBe('image/jpeg')
  expect(drawing.fillStyle).toBe('#ffffff')
  expect(drawing.drawImage).toHaveBeenCalledWith(bitmap, left, top, side, side, 0, 0, size, size)
  expect([canvas.width, canvas.height]).toEqual([size, size])
})
