import { addDocument, readDocument, removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { mayAdd, mayRemove } from '@cuida/core/care/documents/document-rules.ts'
import type { FastifyInstance } from 'fastify'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { deskDocumentRoutes, hideRoute } from './desk-routes.ts'
import { deleteDocument, findDocument } from './document-store.ts'
import { contentOf, keepUpload } from './keep.ts'
import { readUpload } from './upload.ts'

/** Files of a consultation, both sides. */
export const documentRoutes = (services: Services) => async (app: FastifyInstance) => {
  hideRoute(app, services)
  await app.register(fileRoutes(services))
}

/** The only routes whose body is a file. */
const fileRoutes = (services: Services) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  // Whatever it says that it is: what it is, its bytes say.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  addRoute(app, services)
  readRoute(app, services)
  removeRoute(app, services)
  deskDocumentRoutes(app, services)
}

/** Undefined: not theirs, or not there. */
async function findTheirs(sql: Sql, accountId: string, id: string) {
  const found = await findConsultation(sql, id)
  return found && (await patientOf(sql, accountId, found.patient.id)) ? found : undefined
}

function addRoute(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    addDocument,
    async ({ id }, { db, caller, refuse, request }) => {
      const found = (await findTheirs(db, caller.accountId, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const kept = await keepUpload(services, {
        consultationId: found.id,
        upload: readUpload(request),
        sender: { side: 'patient', accountId: caller.accountId, staffId: null },
        ask: ({ status }) => (mayAdd(status) ? undefined : 'CONSULTATION_OVER'),
      })
      return typeof kept === 'string' ? refuse(kept) : kept
    },
    {
      async enter({ id }, { db, caller: { accountId }, refuse }) {
        if (!(await findTheirs(db, accountId, id))) refuse('CONSULTATION_NOT_FOUND')
        return services.places.enter(`account:${accountId}`) ?? refuse('BUSY', { retryAfter: 3 })
      },
    },
  )
}

function readRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, readDocument, async ({ id, documentId }, { db, caller, refuse }) => {
    if (!(await findTheirs(db, caller.accountId, id))) refuse('CONSULTATION_NOT_FOUND')
    const document = (await findDocument(db, id, documentId)) ?? refuse('DOCUMENT_NOT_FOUND')
    if (document.isWaiting) refuse('DOCUMENT_WAITING')
    const content = await contentOf(services, id, document)
    return typeof content === 'string' ? refuse(content) : content
  })
}

function removeRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, removeDocument, async ({ id, documentId }, { db, caller, refuse }) => {
    if (!(await findTheirs(db, caller.accountId, id))) refuse('CONSULTATION_NOT_FOUND')
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const document = (await findDocument(tx, id, documentId)) ?? refuse('DOCUMENT_NOT_FOUND')
      if (document.side !== 'patient' || !mayRemove(locked.actions)) refuse('IN_RECORD')
      await deleteDocument(tx, documentId)
      await notifyChanged(tx, topicsOf(locked))
    })
    return null
  })
}
