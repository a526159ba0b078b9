import {
  bookForPatient as bookCall,
  cancelProgramBooking,
  findProgramPatients,
  getProgramBooking,
  type ProgramBooking,
} from '@cuida/core/care/program-booking/program-booking-api.ts'
import { termsOf } from '@cuida/core/consultation/cancelling.ts'
import type { FastifyInstance } from 'fastify'
import { findAccountByPhone } from '../../access/account-store.ts'
import { releaseHeld } from '../../booking/calendar/slot-hold-store.ts'
import { cancelPendingPayment } from '../../checkout/payment/charge-order.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { refuseCardNumbers } from '../../kit/http/card-guard.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { cancelForPatient } from '../booked/cancel.ts'
import { bookForPatient } from './book-for-patient.ts'
import { deleteOfferOfCart, type FoundBooking, findBooking } from './program-booking-store.ts'

/** A program that guesses dates of birth for a number is stopped; one that mistypes a few is not. */
const SEARCHES_OF_PHONE = { name: 'program search phone', most: 10, seconds: 3_600 }

/** Bookings by partners' programs (docs/decisions/0202). */
export function programBookingRoutes(app: FastifyInstance, services: Services): void {
  const { env, secrets } = services
  const shown = ({
    id,
    reference,
    state,
    startTime,
    needs,
    keptUntil,
    appointmentId,
  }: FoundBooking): ProgramBooking => {
    const patientUrl = state === 'waiting-for-patient' ? new URL('/waitlist', env.PUBLIC_URL).href : null
    return { id, reference, state, startTime, needs, keptUntil, patientUrl, appointmentId }
  }

  serve(app, services, findProgramPatients, async ({ phone, dateOfBirth }, { db, caller: { keyId } }) => {
    await consumeRateLimit(db, secrets, SEARCHES_OF_PHONE, phone.number)
    const account = await findAccountByPhone(db, phone.number)
    const family = account ? await patientsOf(db, account.id) : []
    const found = family.filter((patient) => patient.dateOfBirth === dateOfBirth)
    const detail = { found: found.map(({ id }) => id) }
    await db.begin((tx) => audit(tx, secrets, { keyId, act: 'search', detail }))
    return { items: found.map(({ id, firstName }) => ({ id, firstName })) }
  })

  serve(app, services, getProgramBooking, async ({ id }, { db, caller: { keyId }, refuse }) =>
    shown((await findBooking(db, keyId, { id })) ?? refuse('BOOKING_NOT_FOUND')),
  )

  serve(app, services, cancelProgramBooking, async ({ id }, { db, now, caller: { keyId }, refuse }) => {
    const booking = (await findBooking(db, keyId, { id })) ?? refuse('BOOKING_NOT_FOUND')
    const { orderId, cartId, accountId } = booking
    if (orderId && booking.state !== 'waiting-for-patient' && booking.state !== 'lapsed') {
      await cancelPendingPayment(services, orderId)
      const input = { reason: 'API', terms: termsOf(services.config), now: now() }
      const result = await db.begin((tx) => cancelForPatient(tx, orderId, input))
      if (typeof result === 'string') refuse(result)
    } else if (cartId) await db.begin((tx) => releaseOffer(tx, cartId, accountId))
    return null
  })

  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    serve(scope, services, bookCall, async (input, { db, caller: { keyId }, refuse }) => {
      const id = await bookForPatient(services, { input, keyId, refuse })
      const booking = await findBooking(db, keyId, { id })
      return booking ? shown(booking) : refuse('CHANGED_MEANWHILE')
    })
  })
}

async function releaseOffer(tx: Tx, cartId: string, accountId: string): Promise<void> {
  await deleteOfferOfCart(tx, cartId)
  const clinicianId = await releaseHeld(tx, cartId)
  await notifyChanged(tx, [`account:${accountId}`, ...(clinicianId ? [`clinician:${clinicianId}`] : [])])
}
