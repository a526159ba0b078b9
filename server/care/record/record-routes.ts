import { inOrder, SHORTEST_REQUEST } from '@cuida/core/care/record/history.ts'
import { getMedicalHistory, listLooks, requestEdit } from '@cuida/core/care/record/record-api.ts'
import { OPEN_REQUESTS } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../../kit/db/changes.ts'
import { refuseLength } from '../../kit/http/free-text.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { entriesOf, kindOf } from './history-store.ts'
import { looksAt } from './look-store.ts'
import { recordTopics } from './relation-store.ts'
import { countOpen, findSame, insertRequest, requestsOf } from './request-store.ts'

/** A patient reads their own record, and those of who is in their charge; they ask, and a clinician writes. */
export function recordRoutes(app: FastifyInstance, services: Services): void {
  historyRoute(app, services)
  requestRoute(app, services)
  serve(app, services, listLooks, async ({ id, until, ...query }, { db, caller, refuse }) => {
    if (!(await patientOf(db, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
    const page = Number(query.page)
    const pageSize = Number(query.pageSize)
    return { ...(await looksAt(db, id, { page, pageSize, until })), page, pageSize }
  })
}

function historyRoute(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getMedicalHistory,
    async ({ id }, { db, caller, refuse }) => {
      if (!(await patientOf(db, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
      const [entries, requests] = await Promise.all([entriesOf(db, id), requestsOf(db, id)])
      return { patientId: id, entries: inOrder(entries), requests }
    },
    { topics: ({ id }) => [`record:${id}`] },
  )
}

function requestRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, requestEdit, async ({ id, section, text, entryId = null }, { db, caller, refuse }) => {
    refuseLength({ text }, { least: SHORTEST_REQUEST, most: services.config.maximumLengthAllowed })
    return db.begin(async (tx) => {
      // Who deletes the patient meanwhile waits, or was first.
      const open = await countOpen(tx, id)
      if (!(await patientOf(tx, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
      if (entryId && (await kindOf(tx, id, entryId)) !== section) refuse('ENTRY_NOT_FOUND')
      const asked = { patientId: id, section, entryId, text }
      const same = await findSame(tx, asked)
      if (same) return same
      if (open >= OPEN_REQUESTS) refuse('TOO_MANY_OPEN')
      const request = await insertRequest(tx, asked)
      await notifyChanged(tx, await recordTopics(tx, id))
      return request
    })
  })
}
