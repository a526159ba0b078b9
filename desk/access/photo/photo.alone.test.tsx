import { removePhoto } from '@cuida/core/access/photo/photo-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { desk, renderDeskScreen, STAFF } from '../../test-desk-screen.ts'
import { openChosen } from './chosen.ts'
import { OwnPhoto } from './OwnPhoto.tsx'
import { PhotoChoice } from './PhotoChoice.tsx'

const id = '8c4d2e9f-71b3-4a5e-8d06-1f9b3c5a7e42'
const before = globalThis.createImageBitmap
afterEach(() => {
  globalThis.createImageBitmap = before
})

/** As much of a browser as a picture needs. */
function pictureOf(width: number, height: number) {
  const close = vi.fn()
  globalThis.createImageBitmap = (async () => ({ width, height, close })) as never
  return close
}

describe('whose face patients see', () => {
  const choice = (photo: string | null) =>
    renderDeskScreen(<PhotoChoice title="Photo" clinicianId={id} name="Dra. Elena Ruiz" photo={photo} />)

  test('is to be chosen where there is none, and replaced or removed where there is one', async () => {
    desk()
    const screen = await choice(null)
    expect(screen.buttons()).toEqual(['Choose a photo'])
    await screen.rerender(
      <PhotoChoice title="Photo" clinicianId={id} name="Dra. Elena Ruiz" photo="/uploads/photos/a" />,
    )
    expect(screen.buttons()).toEqual(['Choose another', 'Remove'])
  })

  test('is removed by its own call, and a refusal is said', async () => {
    const server = desk()
    const screen = await choice('/uploads/photos/a')
    server.reply(removePhoto, null)
    await screen.click('Remove')
    expect(server.requestsTo(removePhoto)).toHaveLength(1)
    server.refuse(removePhoto, 'NOT_ALLOWED', 403)
    await screen.click('Remove')
    expect(server.requestsTo(removePhoto)).toHaveLength(2)
  })

  test.each([
    ['who gives care chooses their own', {}, ['Choose a photo']],
    ['a manager who gives none has nothing to choose', { clinicianId: null }, []],
  ])('%s', async (_, more, buttons) => {
    desk().reply(staffMe, { ...STAFF, role: 'clinician-and-clinical-manager', photoUrl: null, ...more })
    expect((await renderDeskScreen(<OwnPhoto />)).buttons()).toEqual(buttons)
  })
})

describe('what was chosen', () => {
  test('is opened upright, with its size', async () => {
    pictureOf(800, 600)
    expect(await openChosen(new Blob(['x']))).toMatchObject({ width: 800, height: 600 })
  })
  test('is refused in words when it is no picture, or too small for a face', async () => {
    globalThis.createImageBitmap = () => Promise.reject(new Error('no picture'))
    expect(await openChosen(new Blob(['x']))).toBe('unreadable')
    const close = pictureOf(255, 900)
    expect(await openChosen(new Blob(['x']))).toBe('small')
    expect(close).toHaveBeenCalledOnce()
  })
})
