import { getPrescriptionAccess, listPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findPrescription, prescriptionsOf } from './prescription-store.ts'

/** A patient's prescriptions, and where a pharmacy reads them. */
export function prescriptionRoutes(app: FastifyInstance, services: Services): void {
  const today = () => clinicDay(services)

  serve(app, services, listPrescriptions, async ({ patientId, type }, { db, caller, refuse }) => {
    if (!(await patientOf(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    return { items: await prescriptionsOf(db, patientId, { today: today(), type }) }
  })

  serve(app, services, getPrescriptionAccess, async ({ patientId, id }, { db, caller, refuse }) => {
    if (!(await patientOf(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const found = (await findPrescription(db, id, patientId, today())) ?? refuse('PRESCRIPTION_NOT_FOUND')
    const port = services.providers.prescriptions
    if (!port || found.state !== 'issued' || !found.providerId || found.provider !== port.provider)
      return refuse('NOT_ISSUED')
    return (await port.access(found.providerId)) ?? refuse('NOT_ISSUED')
  })
}

/** The day that it is at the clinic: a prescription's last day ends there at midnight. */
export const clinicDay = ({ config, now }: Pick<Services, 'config' | 'now'>): string =>
  localTime(config.timeZone, now()).day
