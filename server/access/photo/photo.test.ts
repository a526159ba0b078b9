import { randomUUID } from 'node:crypto'
import { MAX_PHOTO_BYTES, PHOTO_PATH, PHOTO_TYPES, PHOTO_WIDTHS } from '@cuida/core/access/photo/photo.ts'
import { removePhoto } from '@cuida/core/access/photo/photo-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { getTeam } from '@cuida/core/access/team/team-api.ts'
import { findClinicianById } from '@cuida/core/catalogue/api.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buildPng } from '../../care/documents/test-files.ts'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { createManagerActions, insertManager, tokenOf } from '../people/test-managers.ts'
import { createTestPhoto, fetchPhoto, sendPhoto, testPhoto } from './test-photos.ts'

const context = await createTestContext()
const manager = await insertManager(context)
const clinician = await insertClinician(context)
const id = clinician.clinicianId ?? ''

const put = (bytes: Buffer, staff = manager, clinicianId = id) => sendPhoto(context, clinicianId, staff.token, bytes)
const remove = (staff = manager, clinicianId = id) => context.sendCall(removePhoto, { id: clinicianId }, tokenOf(staff))
const fetchPhotoUrl = async (clinicianId = id): Promise<string | null> =>
  (await context.sendCall(findClinicianById, { id: clinicianId })).body.photoUrl
const code = ({ status, body }: { status: number; body: { code?: string } | null }) => [status, body?.code]

describe('a clinician’s photo', () => {
  test('a photo is drawn in every size, as AVIF and JPEG, and cached for good', async () => {
    const { status, body } = await put(testPhoto())
    expect(status).toBe(200)
    expect(body.photoUrl).toMatch(new RegExp(`^${PHOTO_PATH}[0-9a-f]{32}$`))
    expect(await fetchPhotoUrl()).toBe(body.photoUrl)
    for (const width of PHOTO_WIDTHS)
      for (const type of PHOTO_TYPES) {
        const { status, headers, bytes } = await fetchPhoto(context, `${body.photoUrl}/${width}.${type}`)
        expect([status, headers['content-type']]).toEqual([200, `image/${type}`])
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
        expect(headers['set-cookie']).toBeUndefined()
        const metadata = type === 'jpeg' ? await sharp(bytes).metadata() : undefined
        if (metadata) expect(metadata).toMatchObject({ format: 'jpeg', width, height: width })
        else expect(bytes.subarray(4, 12).toString('latin1')).toBe('ftypavif')
      }
  })

  test('the photo’s address is returned to the clinician, and to managers in the team', async () => {
    const { photoUrl } = (await put(testPhoto())).body
    expect((await context.sendCall(staffMe, {}, tokenOf(clinician))).body.photoUrl).toBe(photoUrl)
    expect((await context.sendCall(staffMe, {}, tokenOf(manager))).body.photoUrl).toBeNull()
    const { clinicians } = (await context.sendCall(getTeam, {}, tokenOf(manager))).body
    expect(clinicians.find((one) => one.id === id)?.photoUrl).toBe(photoUrl)
  })

  test('a photo contains no metadata of its place, author or subject', async () => {
    const { body } = await put(await createTestPhoto(600, 600))
    const { bytes } = await fetchPhoto(context, `${body.photoUrl}/320.jpeg`)
    const { exif, icc, xmp, iptc } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, iptc }).toEqual({})
    expect(bytes.toString('latin1')).not.toContain('Elena')
    expect(body.photoUrl).not.toContain(id.slice(0, 8))
  })

  test('a photo is the upright centre square of the picture', async () => {
    // Rotated by its EXIF orientation: 300 wide and 700 high.
    const { body } = await put(await createTestPhoto(700, 300, { orientation: 6 }))
    const { bytes } = await fetchPhoto(context, `${body.photoUrl}/128.jpeg`)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 128, height: 128 })
  })

  test('a replaced photo is gone from its address, and the new one has another', async () => {
    const first = (await put(testPhoto())).body.photoUrl
    const second = (await put(testPhoto())).body.photoUrl
    expect(second).not.toBe(first)
    expect((await fetchPhoto(context, `${first}/128.avif`)).status).toBe(404)
    expect((await fetchPhoto(context, `${second}/128.avif`)).status).toBe(200)
  })

  test('a removed photo is gone, and removing it again succeeds', async () => {
    const { body } = await put(testPhoto())
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(204)
    expect(await fetchPhotoUrl()).toBeNull()
    const response = await fetchPhoto(context, `${body.photoUrl}/128.avif`)
    expect([response.status, response.headers['cache-control']]).toEqual([404, 'no-store'])
    expect(await context.db`select 1 from clinician_photo where clinician_id = ${id}`).toHaveLength(0)
  })

  test('a photo is deleted with the clinician’s record', async () => {
    const other = (await insertClinician(context, { products: [] })).clinicianId ?? ''
    const { body } = await put(testPhoto(), manager, other)
    await context.db`update staff set clinician_id = null, role = 'clinical-manager' where clinician_id = ${other}`
    await context.db`delete from clinician where id = ${other}`
    expect((await fetchPhoto(context, `${body.photoUrl}/40.jpeg`)).status).toBe(404)
  })

  test('of two concurrent uploads one is stored, whole', async () => {
    const put2 = await Promise.all([put(testPhoto()), put(testPhoto(), clinician)])
    expect(put2.map(({ status }) => status)).toEqual([200, 200])
    const rows = await context.db`select distinct name from clinician_photo where clinician_id = ${id}`
    expect(rows.map(({ name }) => PHOTO_PATH + name)).toEqual([await fetchPhotoUrl()])
  })
})

describe('access to photos', () => {
  test('a manager can change every photo, a clinician only their own', async () => {
    const colleague = await insertClinician(context)
    expect((await put(testPhoto(), manager)).status).toBe(200)
    expect((await put(testPhoto(), clinician)).status).toBe(200)
    expect(code(await put(testPhoto(), colleague))).toEqual([403, 'NOT_ALLOWED'])
    expect(code(await remove(colleague))).toEqual([403, 'NOT_ALLOWED'])
    expect((await remove(clinician)).status).toBe(204)
  })

  test('a request without a session is refused', async () => {
    expect((await sendPhoto(context, id, 'nothing', testPhoto())).status).toBe(401)
    expect((await context.sendCall(removePhoto, { id })).status).toBe(401)
  })

  test('a member of staff blocked a moment ago is refused', async () => {
    const late = await insertManager(context)
    await put(testPhoto(), late)
    await context.db`update staff set status = 'blocked' where id = ${late.staffId}`
    expect((await put(testPhoto(), late)).status).toBe(401)
    expect((await remove(late)).status).toBe(401)
    expect(await fetchPhotoUrl()).not.toBeNull()
  })

  test('an upload writes an audit row without the picture', async () => {
    const ownId = (await insertClinician(context)).clinicianId ?? ''
    await put(testPhoto(), manager, ownId)
    await remove(manager, ownId)
    await remove(manager, ownId)
    const acts = await createManagerActions(context, manager).recordOf(ownId)
    expect(acts.map(({ act, detail, staffId }) => [act, detail, staffId])).toEqual([
      ['change-clinician', '{"photo":"put"}', manager.staffId],
      ['change-clinician', '{"photo":"removed"}', manager.staffId],
    ])
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })
})

describe('an invalid picture is refused, and the previous photo stays', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['an SVG drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'UNSUPPORTED_FILE'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 415, 'UNSUPPORTED_FILE'],
    ['an empty file', () => Buffer.alloc(0), 415, 'UNSUPPORTED_FILE'],
    ['a truncated picture', async () => (await createTestPhoto(600, 600)).subarray(0, 900), 415, 'FILE_UNREADABLE'],
    [
      'a picture that claims 100 million pixels',
      () => buildPng(10_000, 10_000, Buffer.alloc(9)),
      415,
      'IMAGE_TOO_LARGE',
    ],
    ['a picture of 255 pixels', () => createTestPhoto(255, 900), 415, 'IMAGE_TOO_SMALL'],
    ['a file of 5 MB and a byte', () => Buffer.alloc(MAX_PHOTO_BYTES + 1, 'x'), 413, 'TOO_LARGE'],
  ])('%s is refused', async (_, makePhoto, status, refused) => {
    await put(testPhoto())
    const before = await fetchPhotoUrl()
    expect(code(await put(await makePhoto()))).toEqual([status, refused])
    expect(await fetchPhotoUrl()).toBe(before)
  })

  test('a picture of 256 pixels is large enough', async () =>
    expect((await put(await createTestPhoto(256, 900))).status).toBe(200))

  test('an unknown clinician is not found', async () => {
    const nobody = randomUUID()
    expect(code(await put(testPhoto(), manager, nobody))).toEqual([404, 'CLINICIAN_NOT_FOUND'])
    expect(code(await remove(manager, nobody))).toEqual([404, 'CLINICIAN_NOT_FOUND'])
  })

  test('too many concurrent uploads get Retry-After', async () => {
    const leave = [1, 2].map(() => context.services.places.enter(`staff:${manager.staffId}`))
    expect(code(await put(testPhoto()))).toEqual([503, 'BUSY'])
    for (const each of leave) each?.()
    expect((await put(testPhoto())).status).toBe(200)
  })

  test('uploads are limited by the hour', async () => {
    const eager = await insertManager(context)
    const answers: number[] = []
    for (let n = 0; n < 62 && !answers.includes(429); n++)
      answers.push((await put(await createTestPhoto(10, 10), eager)).status)
    expect(answers.at(-1)).toBe(429)
    expect(answers).toHaveLength(61)
  })
})

test.each(['127.avif', '128.png', '128.AVIF', '128', '../128.avif', '128.jpeg/x'])(
  '%s is no size of a photo',
  async (file) => {
    const { body } = await put(testPhoto())
    expect((await fetchPhoto(context, `${body.photoUrl}/${file}`)).status).toBe(404)
  },
)
