import { listPatientTasks, markRead, type PatientTask } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { whenAddressIsAsked } from '@cuida/core/checkout/invoice/address-later.ts'
import type { FastifyInstance } from 'fastify'
import { soldNamesIn } from '../../catalogue/sold-names.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findPatientTasks, saveReadMark } from './patient-task-store.ts'

/** What waits for a family on Home, and that they have read it. */
export function patientTaskRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listPatientTasks, async (_, { db, caller, locale }) => {
    const family = await patientsOf(db, caller.accountId)
    const nameOf = soldNamesIn(services, locale)
    const rows = await findPatientTasks(
      db,
      family.map(({ id }) => id),
      {
        asksDocument: services.config.askedLater.includes('document'),
        asksAddress: whenAddressIsAsked(services.config) === 'after paying',
      },
    )
    const items = rows.map(({ kind, id, patientId, firstName, slug, name, clinicianName, startTime }): PatientTask => {
      const patient = { id: patientId, firstName }
      const productName = nameOf({ slug, name: name ?? '' })
      if (kind === 'unpaid-order' || kind === 'missing-address') return { kind, orderId: id, productName, patient }
      if (kind === 'missing-summary') {
        const booked = { clinicianName: clinicianName ?? '', startTime: startTime?.toISOString() ?? '' }
        return { kind, consultationId: id, productName, ...booked, patient }
      }
      return kind === 'unread-notes' || kind === 'missing-document'
        ? { kind, consultationId: id, productName, patient }
        : { kind, questionId: id, patient }
    })
    return { items }
  })

  serve(app, services, markRead, async ({ id }, { db, caller, refuse }) => {
    const family = await patientsOf(db, caller.accountId)
    const isSaved = await saveReadMark(
      db,
      family.map((patient) => patient.id),
      id,
    )
    return isSaved ? null : refuse('TASK_NOT_FOUND')
  })
}
