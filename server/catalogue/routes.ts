import { findClinicianById } from '@cuida/core/catalogue/api.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../services.ts'
import { findClinician } from './clinician-store.ts'

/** Who gives care. Who offers a product, and when, needs what is booked: server/booking. */
export function catalogueRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, findClinicianById, async ({ id }, { db, locale, refuse }) => {
    return (await findClinician(db, id, locale)) ?? refuse('CLINICIAN_NOT_FOUND')
  })
}
