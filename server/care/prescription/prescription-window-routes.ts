import { openPrescriptionWindow, recordSigned } from '@cuida/core/care/prescription/prescription-api.ts'
import { PRESCRIPTION_DAYS } from '@cuida/core/kit/assumptions.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { windowUrl } from '../../pages/windows/prescription-window.ts'
import { PrescriptionRefused } from '../../providers/prescription/port.ts'
import type { Services } from '../../services.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { lockHeld } from '../queue/held-routes.ts'
import { mayPrescribe } from './desk-prescription-routes.ts'
import { enqueuePrescription } from './prescription-jobs.ts'
import { clinicDay } from './prescription-routes.ts'
import { findParties } from './prescription-send-store.ts'
import { insertSigned, tellPrescription } from './prescription-store.ts'

/** For a provider whose prescriptions are written and signed in its own window (docs/decisions/0042). */
export function prescriptionWindowRoutes(app: FastifyInstance, services: Services): void {
  openRoute(app, services)
  signedRoute(app, services)
}

function openRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, openPrescriptionWindow, async ({ id }, { db, caller, refuse }) => {
    const port = services.providers.prescriptions
    const productSlug = await db.begin(async (tx) => {
      const { status } = await lockHeld(tx, id, caller, refuse)
      if (status !== 'ACTIVE' && status !== 'CLOSING') refuse('NOT_NOW')
      return (await findForDesk(tx, id, caller))?.productSlug ?? refuse('CONSULTATION_NOT_FOUND')
    })
    // Only who may know of the consultation hears how this partner's clinicians sign.
    if (!port || !mayPrescribe(services, productSlug)) return refuse('NO_PRESCRIPTIONS')
    if (port.signing !== 'there') return refuse('SIGNED_HERE')
    const parties = (await findParties(db, id, caller.staffId)) ?? refuse('NOT_YOURS')
    try {
      // Asked for each time, kept nowhere: the provider's tokens change.
      const { token } = await port.open(parties.prescriber)
      return { url: windowUrl(services.env), token, patient: parties.patient }
    } catch (error) {
      if (error instanceof PrescriptionRefused) return refuse('PRESCRIBER_UNKNOWN')
      throw error
    }
  })
}

/** What the window told the desk is not believed: a job reads at the provider what was signed, and for whom. */
function signedRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, recordSigned, async ({ id, providerId }, { db, caller, refuse }) => {
    const port = services.providers.prescriptions
    const validUntil = dayAfter(clinicDay(services), PRESCRIPTION_DAYS)
    return db.begin(async (tx) => {
      await lockHeld(tx, id, caller, refuse)
      if (!port) return refuse('NO_PRESCRIPTIONS')
      if (port.signing !== 'there') return refuse('SIGNED_HERE')
      const { provider } = port
      const { staffId: authorId, clinicianId } = caller
      if (!clinicianId) return refuse('NOT_YOURS')
      const wish = { consultationId: id, authorId, clinicianId, provider, providerId, validUntil }
      const one = (await insertSigned(tx, wish)) ?? refuse('SIGNED_ALREADY')
      if (one.isNew) {
        const subject = { kind: 'prescription', id: one.id } as const
        await audit(tx, services.secrets, {
          staffId: authorId,
          act: 'prescribe',
          subject,
          detail: { consultationId: id },
        })
        await enqueuePrescription(tx, one.id)
        await tellPrescription(tx, one.id)
      }
      return { id: one.id }
    })
  })
}
