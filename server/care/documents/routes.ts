import {
  addDocument,
  giveDocument,
  hideDocument,
  readDeskDocument,
  readDocument,
  removeDocument,
} from '@cuida/core/care/documents/document-api.ts'
import { mayAdd, mayGive, mayRemove } from '@cuida/core/care/documents/document-rules.ts'
import type { FastifyInstance } from 'fastify'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { deleteDocument, findDocument, markDocumentHidden } from './document-store.ts'
import { readDocumentContent, storeUpload } from './store-upload.ts'
import { readUpload } from './upload.ts'

/** Uploading, opening and removing a consultation's documents, for patients and staff. */
export const documentRoutes = (services: Services) => async (app: FastifyInstance) => {
  // This route takes JSON, so it is registered apart from those that take a file.
  serve(
    app,
    services,
    hideDocument,
    async ({ id, documentId, reason }, { db, caller: { staffId }, caller, refuse }) => {
      if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
      await db.begin(async (tx) => {
        const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
        if (!(await findDocument(tx, id, documentId))) refuse('DOCUMENT_NOT_FOUND')
        if (locked.heldBy !== staffId) refuse('NOT_YOURS')
        await markDocumentHidden(tx, documentId, staffId)
        const subject = { kind: 'document', id: documentId } as const
        await audit(tx, services.secrets, { staffId, act: 'hide-document', subject, reason })
        await notifyChanged(tx, topicsOf(locked))
      })
      return null
    },
  )

  await app.register(fileRoutes(services))
}

/** Routes whose body is a file. */
const fileRoutes = (services: Services) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  // Accepts any Content-Type: the bytes decide the type of the file.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  serve(
    app,
    services,
    addDocument,
    async ({ id }, { db, caller, refuse, request }) => {
      const found = (await findTheirs(db, caller.accountId, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const result = await storeUpload(services, {
        consultationId: found.id,
        upload: readUpload(request),
        sender: { side: 'patient', accountId: caller.accountId, staffId: null },
        checkLocked: ({ status }) => (mayAdd(status) ? undefined : 'CONSULTATION_OVER'),
      })
      return typeof result === 'string' ? refuse(result) : result
    },
    {
      async enter({ id }, { db, caller: { accountId }, refuse }) {
        if (!(await findTheirs(db, accountId, id))) refuse('CONSULTATION_NOT_FOUND')
        return services.places.enter(`account:${accountId}`) ?? refuse('BUSY', { retryAfter: 3 })
      },
    },
  )

  serve(app, services, readDocument, async ({ id, documentId }, { db, caller, refuse }) => {
    if (!(await findTheirs(db, caller.accountId, id))) refuse('CONSULTATION_NOT_FOUND')
    const document = (await findDocument(db, id, documentId)) ?? refuse('DOCUMENT_NOT_FOUND')
    if (document.isWaiting) refuse('DOCUMENT_WAITING')
    const content = await readDocumentContent(services, id, document)
    return typeof content === 'string' ? refuse(content) : content
  })

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

  deskDocumentRoutes(app, services)
}

/** undefined when the consultation is unknown or another account's. */
async function findTheirs(sql: Sql, accountId: string, id: string) {
  const found = await findConsultation(sql, id)
  return found && (await patientOf(sql, accountId, found.patient.id)) ? found : undefined
}

/**
 * Everyone who may read the consultation may open its files; its current and former holders may add and hide them. Opening
 * and hiding are audited.
 */
function deskDocumentRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    giveDocument,
    async ({ id }, { db, caller: { staffId }, caller, refuse, request }) => {
      if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
      const result = await storeUpload(services, {
        consultationId: id,
        upload: readUpload(request),
        sender: { side: 'clinician', accountId: null, staffId },
        checkLocked: ({ status, heldBy }) =>
          heldBy !== staffId ? 'NOT_YOURS' : mayGive(status) ? undefined : 'NOT_NOW',
      })
      return typeof result === 'string' ? refuse(result) : result
    },
    {
      async enter({ id }, { db, caller, refuse }) {
        if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
        return services.places.enter(`staff:${caller.staffId}`) ?? refuse('BUSY', { retryAfter: 3 })
      },
    },
  )

  serve(app, services, readDeskDocument, async ({ id, documentId }, { db, caller, refuse }) => {
    if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
    const document = (await findDocument(db, id, documentId)) ?? refuse('DOCUMENT_NOT_FOUND')
    if (document.isWaiting) refuse('DOCUMENT_WAITING')
    const found = await readDocumentContent(services, id, document)
    const content = typeof found === 'string' ? refuse(found) : found
    const { staffId } = caller
    const subject = { kind: 'document', id: documentId } as const
    await db.begin((tx) => audit(tx, services.secrets, { staffId, act: 'view', subject }))
    return content
  })
}
