import { putPhoto, removePhoto } from '@cuida/core/access/photo/photo-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { mockDeskServer, renderDeskScreen, TEST_STAFF } from '../../test-desk-screen.ts'
import { OwnPhoto } from '../session/OwnSessions.tsx'
import { cropToBlob, openChosen } from './chosen-file.ts'
import { PhotoChoice, useUploadPhoto } from './PhotoChoice.tsx'

const id = '8c4d2e9f-71b3-4a5e-8d06-1f9b3c5a7e42'
const before = globalThis.createImageBitmap
afterEach(() => {
  globalThis.createImageBitmap = before
})

/** Fakes the parts of the browser that decode a picture. */
function pictureOf(width: number, height: number) {
  const close = vi.fn()
  globalThis.createImageBitmap = (async () => ({ width, height, close })) as never
  return close
}

describe('the photo that patients see', () => {
  const choice = (photo: string | null) =>
    renderDeskScreen(<PhotoChoice title="Photo" clinicianId={id} name="Dra. Elena Ruiz" photo={photo} />)

  test('a photo can be chosen when there is none, and replaced or removed otherwise', async () => {
    mockDeskServer()
    const screen = await choice(null)
    expect(screen.buttons()).toEqual(['Choose a photo'])
    await screen.rerender(
      <PhotoChoice title="Photo" clinicianId={id} name="Dra. Elena Ruiz" photo="/uploads/photos/a" />,
    )
    expect(screen.buttons()).toEqual(['Choose another', 'Remove'])
  })

  test('removing a photo sends its own call, and a refusal keeps the photo', async () => {
    const server = mockDeskServer()
    const screen = await choice('/uploads/photos/a')
    server.reply(removePhoto, null)
    await screen.click('Remove')
    expect(server.requestsTo(removePhoto).map(({ path }) => path)).toEqual([`/v1/desk/clinicians/${id}/photo`])
    server.refuse(removePhoto, 'NOT_ALLOWED', 403)
    await screen.click('Remove')
    expect(server.requestsTo(removePhoto)).toHaveLength(2)
  })

  test.each([
    ['a clinician chooses their own photo', {}, ['Choose a photo']],
    ['a manager without patients has no photo to choose', { clinicianId: null }, []],
  ])('%s', async (_, more, buttons) => {
    mockDeskServer().reply(staffMe, { ...TEST_STAFF, role: 'clinician-and-clinical-manager', photoUrl: null, ...more })
    expect((await renderDeskScreen(<OwnPhoto />)).buttons()).toEqual(buttons)
  })
})

describe('a chosen file', () => {
  test('a picture is opened upright with its size', async () => {
    pictureOf(800, 600)
    expect(await openChosen(new Blob(['x']))).toMatchObject({ width: 800, height: 600 })
  })
  test('a file that is no picture, or too small, is refused', async () => {
    globalThis.createImageBitmap = () => Promise.reject(new Error('no picture'))
    expect(await openChosen(new Blob(['x']))).toBe('unreadable')
    const close = pictureOf(255, 900)
    expect(await openChosen(new Blob(['x']))).toBe('small')
    expect(close).toHaveBeenCalledOnce()
  })
})

test.each([
  ['a large crop is scaled down to the size of a profile photo', 2_000, 1, [500, 0, 2_000, 640]],
  ['a small crop keeps its size', 2_000, 4, [1_250, 550, 500, 500]],
])('%s, on a white background', async (_, height, zoom, [left, top, side, size]) => {
  const drawing = { fillRect: vi.fn(), drawImage: vi.fn(), fillStyle: '' }
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => drawing,
    toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(['x'], { type })),
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  onTestFinished(() => void vi.unstubAllGlobals())
  const bitmap = {} as ImageBitmap
  const blob = await cropToBlob(
    { width: 3_000, height: height ?? 0, bitmap, url: '' },
    { zoom: zoom ?? 1, x: 0.5, y: zoom === 1 ? 0.5 : 0.4 },
  )
  expect(blob.type).toBe('image/jpeg')
  expect(drawing.fillStyle).toBe('#ffffff')
  expect(drawing.drawImage).toHaveBeenCalledWith(bitmap, left, top, side, side, 0, 0, size, size)
  expect([canvas.width, canvas.height]).toEqual([size, size])
})

test('an upload names the clinician and not the file', async () => {
  const server = mockServer()
  server.reply(putPhoto, { photoUrl: '/uploads/photos/a' })
  const square = new File(['12345'], 'garden.jpg', { type: 'image/jpeg' })
  const screen = await renderHookWithQueries(() => useUploadPhoto(id))
  await screen.act((it) => it.mutateAsync(square))
  expect(server.requestsTo(putPhoto)).toMatchObject([
    { path: `/v1/desk/clinicians/${id}/photo`, file: { name: '', size: 5 } },
  ])
})
