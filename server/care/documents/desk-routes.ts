import { giveDocument, hideDocument, readDeskDocument } from '@cuida/core/care/documents/document-api.ts'
import { mayGive } from '@cuida/core/care/documents/document-rules.ts'
import type { FastifyInstance } from 'fastify'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { findDocument, hide } from './document-store.ts'
import { contentOf, keepUpload } from './keep.ts'
import { readUpload } from './upload.ts'

/** Who may see the consultation opens its files; who holds or held it adds and hides. Opening and hiding are sealed in the audit. */
export function deskDocumentRoutes(app: FastifyInstance, services: Services): void {
  giveRoute(app, services)
  readRoute(app, services)
}

function giveRoute(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    giveDocument,
    async ({ id }, { db, caller: { staffId }, caller, refuse, request }) => {
      if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
      const kept = await keepUpload(services, {
        consultationId: id,
        upload: readUpload(request),
        sender: { side: 'clinician', accountId: null, staffId },
        ask: ({ status, heldBy }) => (heldBy !== staffId ? 'NOT_YOURS' : mayGive(status) ? undefined : 'NOT_NOW'),
      })
      return typeof kept === 'string' ? refuse(kept) : kept
    },
    {
      async enter({ id }, { db, caller, refuse }) {
        if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
        return services.places.enter(`staff:${caller.staffId}`) ?? refuse('BUSY', { retryAfter: 3 })
      },
    },
  )
}

function readRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, readDeskDocument, async ({ id, documentId }, { db, caller, refuse }) => {
    if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
    const document = (await findDocument(db, id, documentId)) ?? refuse('DOCUMENT_NOT_FOUND')
    if (document.isWaiting) refuse('DOCUMENT_WAITING')
    const found = await contentOf(services, id, document)
    const content = typeof found === 'string' ? refuse(found) : found
    const { staffId } = caller
    const subject = { kind: 'document', id: documentId } as const
    await db.begin((tx) => audit(tx, services.secrets, { staffId, act: 'view', subject }))
    return content
  })
}

/** Its body is JSON: registered apart from those whose body is a file. */
export function hideRoute(app: FastifyInstance, services: Services): void {
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
        await hide(tx, documentId, staffId)
        const subject = { kind: 'document', id: documentId } as const
        await audit(tx, services.secrets, { staffId, act: 'hide-document', subject, reason })
        await notifyChanged(tx, topicsOf(locked))
      })
      return null
    },
  )
}
