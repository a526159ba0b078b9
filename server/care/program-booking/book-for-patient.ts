import { type Agenda, isOffered, type Span } from '@cuida/core/booking/calendar/slots.ts'
import { type CartContent, emptyContent, mergeCart } from '@cuida/core/booking/cart/merge.ts'
import { questionsFor } from '@cuida/core/booking/questions/questions-for.ts'
import type { bookForPatient as bookCall, PatientNeed } from '@cuida/core/care/program-booking/program-booking-api.ts'
import { isForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { cartProblems, contactMethodsOf } from '@cuida/core/checkout/order/cart-problems.ts'
import { SUMMARY_MAX } from '@cuida/core/kit/assumptions.ts'
import type { Parsed, RefusalCode } from '@cuida/core/kit/call.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { holdTime } from '../../booking/agenda/hold-time.ts'
import { holdSlot, LockRefused } from '../../booking/calendar/hold-slot.ts'
import { findOffer } from '../../booking/calendar/offer.ts'
import { findOverlap, releaseHeld } from '../../booking/calendar/slot-hold-store.ts'
import { insertCart, lockCart } from '../../booking/cart/cart-store.ts'
import { dueDocuments, hasBookingConsents } from '../../brand/consent/agreements.ts'
import { createOrder } from '../../checkout/order/create-order.ts'
import { findApplicableDiscounts } from '../../checkout/price/applicable-discount-store.ts'
import { priceFor } from '../../checkout/price/pricing.ts'
import { audit } from '../../kit/audit.ts'
import { randomKey } from '../../kit/crypto/secrets.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { refuseLength } from '../../kit/http/free-text.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { type Patient, patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { isCovered } from '../../subscription/coverage-store.ts'
import {
  type BookingAccount,
  deleteBooking,
  findBooking,
  findBookingAccount,
  insertBooking,
  saveAnswersOfCart,
  saveCartOfBooking,
} from './program-booking-store.ts'

type Input = Parsed<typeof bookCall>
type Refuse = (code: RefusalCode<typeof bookCall>) => never

/** A request of a program with everything that was looked up for it. */
interface CheckedBooking extends BookingAccount {
  input: Input
  keyId: string
  patient: Patient
  product: Product
  agenda: Agenda
  slot: Span
  content: CartContent
  refuse: Refuse
}

const CART_KEY_BITS = 160

/**
 * Books for a patient on behalf of a program, and returns the id of the booking. Nothing is agreed to or paid in the
 * patient's name: if either is due, or a question of the product is open, the time is held and the patient asked.
 */
export async function bookForPatient(
  services: Services,
  asked: { input: Input; keyId: string; refuse: Refuse },
): Promise<string> {
  const { input, keyId, refuse } = asked
  const { reference, patientId } = input
  const slot = { start: new Date(input.startTime), end: new Date(input.endTime) }
  const known = await findBooking(services.db, keyId, { reference })
  if (known) return isSame(known.asked, input, slot) ? known.id : refuse('IDEMPOTENCY_MISMATCH')
  const booking = await check(services, asked, slot)
  const needs = await needsOf(services, booking)
  const row = {
    keyId,
    reference,
    patientId,
    productId: booking.product.id,
    clinicianId: input.clinicianId,
    start: slot.start,
  }
  const id = await insertBooking(services.db, row, needs)
  // The same request at the same time was first.
  if (!id) return (await findBooking(services.db, keyId, { reference }))?.id ?? refuse('CHANGED_MEANWHILE')
  try {
    await (needs.length > 0 ? holdFor(services, booking, id) : order(services, booking, id))
  } catch (error) {
    await deleteBooking(services.db, id)
    throw error
  }
  return id
}

const isSame = (
  asked: { patientId: string; clinicianId: string; start: Date },
  input: Pick<Input, 'patientId' | 'clinicianId'>,
  { start }: Span,
): boolean =>
  asked.patientId === input.patientId &&
  asked.clinicianId === input.clinicianId &&
  asked.start.getTime() === start.getTime()

/** What would refuse any booking of this time for this patient. */
async function check(
  services: Services,
  { input, keyId, refuse }: { input: Input; keyId: string; refuse: Refuse },
  slot: Span,
): Promise<CheckedBooking> {
  const { db, config } = services
  const now = services.now()
  const account = (await findBookingAccount(db, input.patientId)) ?? refuse('PATIENT_NOT_FOUND')
  const family = await patientsOf(db, account.accountId)
  const patient = family.find(({ id }) => id === input.patientId) ?? refuse('PATIENT_NOT_FOUND')
  const { clinicianId, productId } = input
  const offer = await findOffer(services, db, { clinicianId, productId, locale: account.locale })
  if (typeof offer === 'string') return refuse(offer)
  const age = ageOn(patient.dateOfBirth, dayInUtc(now))
  if (!isForAge(offer.product.ages, age)) refuse('AGE_NOT_SERVED')
  const questions = questionsFor(offer.product.symptomCollector, { ...patient, age })
  const product = { ...offer.product, symptomCollector: questions }
  if (!isOffered(offer.agenda, slot, product.durationMinutes, now)) refuse('SLOT_NOT_OFFERED')
  if (await findOverlap(db, patient.id, slot)) refuse('CONSULTATION_OVERLAPS')
  if (product.requiresSubscription && !(await isCovered(db, patient.id))) refuse('NO_ACTIVE_SUBSCRIPTION')
  refuseLength({ summary: input.summary }, { most: SUMMARY_MAX })
  const answered = {
    productId: product.id,
    patientId: patient.id,
    clinicianId,
    summary: input.summary,
    symptoms: input.symptoms,
    contactMethod: contactMethodsOf(product, config)[0],
  }
  const content = mergeCart(
    emptyContent(product.id),
    answered,
    questions.map(({ key }) => key),
    family[0]?.id,
  )
  return { ...account, input, keyId, patient, product, agenda: offer.agenda, slot, content, refuse }
}

async function needsOf(services: Services, booking: CheckedBooking): Promise<PatientNeed[]> {
  const { db, config } = services
  const { accountId, locale, patient, product, content } = booking
  const found = await findApplicableDiscounts(db, {
    cartId: null,
    accountId,
    productId: product.id,
    patientId: patient.id,
  })
  const price = await priceFor(db, product, patient.id, found)
  const isAgreed =
    (await dueDocuments(services, db, { accountId, locale })).length === 0 &&
    (await hasBookingConsents(services, db, { patientId: patient.id, locale }))
  const needs: [PatientNeed, boolean][] = [
    ['payment', price.total > 0],
    ['answers', Object.keys(cartProblems(content, product, config)).length > 0],
    ['agreement', !isAgreed],
  ]
  return needs.flatMap(([need, isDue]) => (isDue ? [need] : []))
}

/** Holds the time as an offer, which the patient completes in the app. */
async function holdFor(services: Services, booking: CheckedBooking, id: string): Promise<void> {
  const { accountId, locale, patient, product, content, keyId, input, refuse } = booking
  const { clinicianId, startTime, endTime } = input
  const result = await holdTime(
    services,
    services.db,
    {
      accountId,
      patientId: patient.id,
      clinicianId,
      productId: product.id,
      startTime,
      endTime,
      isFollowUp: false,
      async onHeld(tx, cartId) {
        await saveCartOfBooking(tx, id, cartId)
        await saveAnswersOfCart(tx, cartId, content)
      },
    },
    { actor: { keyId }, locale },
  )
  if (typeof result === 'string') refuse(result)
}

/** Books at once: a cart, its time, and an order that costs nothing. */
async function order(services: Services, booking: CheckedBooking, id: string): Promise<void> {
  const { db, secrets } = services
  const { accountId, locale, patient, product, agenda, slot, content, keyId, input, refuse } = booking
  const sessionKey = randomKey(CART_KEY_BITS)
  const cart = await insertCart(db, sessionKey, accountId, secrets.label('source', `api-key:${keyId}`), content)
  const held = await holdSlot(db, { sessionKey, accountId, clinicianId: input.clinicianId, slot, agenda })
  if (held instanceof LockRefused) return refuse(codeOf(held))
  try {
    await createOrder(services, {
      input: {
        productId: product.id,
        patientId: patient.id,
        paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
        installments: 1,
        shownTotal: 0,
      },
      cart: async (tx) => {
        await saveCartOfBooking(tx, id, cart.id)
        const subject = { kind: 'patient', id: accountId } as const
        const detail = { clinicianId: input.clinicianId, start: slot.start.toISOString() }
        await audit(tx, secrets, { keyId, act: 'keep-time', subject, detail })
        return lockCart(tx, sessionKey, accountId)
      },
      accountId,
      locale,
      ip: '',
      refuse: (code) => refuse(code === 'CONSULTATION_OVERLAPS' ? code : 'CHANGED_MEANWHILE'),
    })
  } catch (error) {
    if (error instanceof Refusal) await free(services, cart.id)
    throw error
  }
}

function codeOf({ code }: LockRefused): RefusalCode<typeof bookCall> {
  if (code === 'TOO_MANY_LOCKS') return 'OFFER_OPEN'
  return code === 'CART_NOT_FOUND' || code === 'CART_EXPIRED' ? 'CHANGED_MEANWHILE' : code
}

async function free({ db }: Services, cartId: string): Promise<void> {
  const clinicianId = await releaseHeld(db, cartId)
  if (clinicianId) await db.begin((tx) => notifyChanged(tx, [`clinician:${clinicianId}`]))
}
