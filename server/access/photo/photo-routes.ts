import { PHOTO_PATH, PHOTO_TYPES, PHOTO_WIDTHS, type PhotoType } from '@cuida/core/access/photo/photo.ts'
import { putPhoto, removePhoto } from '@cuida/core/access/photo/photo-api.ts'
import { pictureKindOf } from '@cuida/core/kit/picture.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { lockActiveStaff } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import { PHOTOS_OF_STAFF } from '../rate-limits.ts'
import { lockProfile } from '../team/clinician-profile-store.ts'
import { deletePhoto, findDrawing, savePhoto } from './photo-store.ts'

const YEAR_S = 31_536_000
const FILE = new RegExp(`^(${PHOTO_WIDTHS.join('|')})\\.(${PHOTO_TYPES.join('|')})$`)

/**
 * A photo in one size, public and cached for good, since every new picture gets a new address. A missing one is not
 * cached.
 */
function drawingRoute(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.get<{ Params: { name: string; file: string } }>(
    `${PHOTO_PATH}:name(^[0-9a-f]{32}$)/:file`,
    async ({ params: { name, file } }, reply) => {
      const [_whole, width, type] = FILE.exec(file) ?? []
      const bytes = type && (await findDrawing(db, { name, width: Number(width), type: type as PhotoType }))
      if (!bytes) return reply.header('cache-control', 'no-store').callNotFound()
      return reply
        .headers({
          'content-type': `image/${type}`,
          'cache-control': `public, max-age=${YEAR_S}, immutable`,
          // Opened directly it may run no scripts, like the files of a content bundle.
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes)
    },
  )
}

/** Clinicians' photos: uploaded at the desk, public (decision 0120). */
export const photoRoutes = (services: Services) => async (app: FastifyInstance) => {
  serve(app, services, removePhoto, async ({ id }, { db, caller, refuse }) => {
    if (!mayChoose(caller, id)) refuse('NOT_ALLOWED')
    await db.begin(async (tx) => {
      if (!(await lockProfile(tx, id))) refuse('CLINICIAN_NOT_FOUND')
      if (await deletePhoto(tx, id))
        await auditPhotoChange(tx, services, { staffId: caller.staffId, id, photo: 'removed' })
    })
    return null
  })

  drawingRoute(app, services)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The declared content type is ignored; the bytes decide.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    putRoute(scope, services)
  })
}

const mayChoose = ({ role, clinicianId }: StaffCaller, id: string): boolean =>
  role.includes('clinical-manager') || clinicianId === id

function putRoute(app: FastifyInstance, services: Services): void {
  const { secrets, photoDrawer, places } = services
  serve(
    app,
    services,
    putPhoto,
    async ({ id }, { db, caller: { staffId }, refuse, request }) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!pictureKindOf(bytes)) refuse('UNSUPPORTED_FILE')
      await consumeRateLimit(db, secrets, PHOTOS_OF_STAFF, staffId)
      const drawn = await photoDrawer.draw(bytes)
      if ('problem' in drawn) return refuse(drawn.problem)
      const photoUrl = await db.begin(async (tx) => {
        if (!(await lockProfile(tx, id))) refuse('CLINICIAN_NOT_FOUND')
        const address = await savePhoto(tx, id, drawn.drawings)
        await auditPhotoChange(tx, services, { staffId, id, photo: 'put' })
        return address
      })
      return { photoUrl }
    },
    {
      async enter({ id }, { caller, refuse }) {
        if (!mayChoose(caller, id)) refuse('NOT_ALLOWED')
        return places.enter(`staff:${caller.staffId}`) ?? refuse('BUSY', { retryAfter: 3 })
      },
    },
  )
}

interface Chosen {
  staffId: string
  id: string
  photo: 'put' | 'removed'
}

/** Throws for a member of staff who was blocked meanwhile. */
async function auditPhotoChange(tx: Tx, { secrets }: Services, { staffId, id, photo }: Chosen): Promise<void> {
  await lockActiveStaff(tx, staffId)
  const subject = { kind: 'clinician', id } as const
  await audit(tx, secrets, { staffId, act: 'change-clinician', subject, detail: { photo } })
  await notifyChanged(tx, [`clinician:${id}`, 'queue'])
}
