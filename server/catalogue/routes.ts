import { findClinicianById } from '@cuida/core/catalogue/api.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../services.ts'
import { findClinician } from './clinician-store.ts'

/** Clinicians' profiles. The clinicians of a product and their slots depend on bookings: server/booking. */
export function catalogueRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, findClinicianById, async ({ id }, { db, locale, refuse }) => {
    return (await findClinician(db, id, locale)) ?? refuse('CLINICIAN_NOT_FOUND')
  })
}
