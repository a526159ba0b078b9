import { PHOTO_PATH, PHOTO_TYPES, PHOTO_WIDTHS, type PhotoType } from '@cuida/core/access/photo/photo.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { findDrawing } from './photo-store.ts'

const YEAR_S = 31_536_000
const FILE = new RegExp(`^(${PHOTO_WIDTHS.join('|')})\\.(${PHOTO_TYPES.join('|')})$`)

/**
 * A face in one size, for everybody, and for good: another picture has another address. What is gone is no more than
 * missing, and is not remembered as that.
 */
export function drawingRoute(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
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
          // Opened on its own it may run nothing, as what a pack brings.
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes)
    },
  )
}
