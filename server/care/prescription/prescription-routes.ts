import { itemWithText } from '@cuida/core/care/prescription/item-line.ts'
import {
  allergiesIn,
  offeredRoutes,
  type PrescribedItem,
  type PrescriptionItem,
  validityProblem,
} from '@cuida/core/care/prescription/prescription.ts'
import {
  cancelPrescription,
  getPrescriptionAccess,
  listDeskPrescriptions,
  listMedicines,
  listPrescriptions,
  openPrescriptionWindow,
  prescribe,
  recordSigned,
} from '@cuida/core/care/prescription/prescription-api.ts'
import { PRESCRIPTION_DAYS } from '@cuida/core/kit/assumptions.ts'
import { dayAfter, localTime } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { windowUrl } from '../../pages/windows/prescription-window.ts'
import { patientOf } from '../../profile/store.ts'
import { PrescriptionRefused } from '../../providers/prescription/port.ts'
import type { Services } from '../../services.ts'
import { accessReasonOf } from '../queue/desk-routes.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { lockHeld } from '../queue/held-routes.ts'
import { recordAccess } from '../record/access-log-store.ts'
import { relationOf } from '../record/relation-store.ts'
import { knownAllergies } from '../record/statement-store.ts'
import { enqueuePrescription } from './prescription-jobs.ts'
import { findParties } from './prescription-send-store.ts'
import {
  deskPrescriptionsOf,
  earlierPrescriptions,
  findPrescription,
  insertPrescription,
  insertSignedPrescription,
  lockPrescription,
  notifyPrescriptionChanged,
  prescriptionPage,
  routesUsed,
  savePrescriptionState,
  usualItems,
} from './prescription-store.ts'

/** Whether consultations of this product may lead to a prescription; true for a product that is no longer sold. */
const mayPrescribe = ({ content, config }: Services, productSlug: string): boolean =>
  content.product(productSlug, config.patientAppLanguage)?.prescribes ?? true

/** A patient's prescriptions, and the link that shows one to a pharmacy. */
export function prescriptionRoutes(app: FastifyInstance, services: Services): void {
  const today = () => clinicDay(services)

  serve(app, services, listPrescriptions, async ({ patientId, ...query }, { db, caller, refuse }) => {
    if (!(await patientOf(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    return prescriptionPage(db, patientId, { today: today(), ...query })
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

/** Today's date at the clinic: a prescription expires at midnight there. */
export const clinicDay = ({ config, now }: Pick<Services, 'config' | 'now'>): string =>
  localTime(config.timeZone, now()).day

/** For providers whose prescriptions are written and signed in the provider's own window (docs/decisions/0042). */
export function prescriptionWindowRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, openPrescriptionWindow, async ({ id }, { db, caller, refuse }) => {
    const port = services.providers.prescriptions
    const productSlug = await db.begin(async (tx) => {
      const { status } = await lockHeld(tx, id, caller, refuse)
      if (status !== 'ACTIVE' && status !== 'CLOSING') refuse('NOT_NOW')
      return (await findForDesk(tx, id, caller))?.productSlug ?? refuse('CONSULTATION_NOT_FOUND')
    })
    // After the access check, because the refusals reveal how this partner's clinicians sign.
    if (!port || !mayPrescribe(services, productSlug)) return refuse('NO_PRESCRIPTIONS')
    if (port.signing !== 'there') return refuse('SIGNED_HERE')
    const parties = (await findParties(db, id, caller.staffId)) ?? refuse('NOT_YOURS')
    try {
      // Requested each time and never stored, because the provider's tokens expire.
      const { token } = await port.open(parties.prescriber)
      return { url: windowUrl(services.env), token, patient: parties.patient }
    } catch (error) {
      if (error instanceof PrescriptionRefused) return refuse('PRESCRIBER_UNKNOWN')
      throw error
    }
  })

  // Stores only the id that the window reported; a job reads from the provider what was signed and for which patient.
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
      const input = { consultationId: id, authorId, clinicianId, provider, providerId, validUntil }
      const one = (await insertSignedPrescription(tx, input)) ?? refuse('SIGNED_ALREADY')
      if (one.isNew) {
        const subject = { kind: 'prescription', id: one.id } as const
        await audit(tx, services.secrets, {
          staffId: authorId,
          act: 'prescribe',
          subject,
          detail: { consultationId: id },
        })
        await enqueuePrescription(tx, one.id)
        await notifyPrescriptionChanged(tx, one.id)
      }
      return { id: one.id }
    })
  })
}

/**
 * Prescribing, only by the holder of the consultation. A job sends a signed prescription to its provider and retries
 * until it answers.
 */
export function deskPrescriptionRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    listDeskPrescriptions,
    async ({ id }, { db, caller, now, refuse }) => {
      const found = (await findForDesk(db, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
      const { staffId } = caller
      const { id: patientId } = found.patient
      await recordAccess(services, { staffId, patientId, act: 'read-consultation' }, accessReasonOf(found))
      // Earlier prescriptions and allergies belong to the health record, so they need a care relation.
      const isOpen = (await relationOf(db, patientId, caller, now())) !== undefined
      const port = mayPrescribe(services, found.productSlug) ? services.providers.prescriptions : undefined
      const { provider, signing } = port ?? { signing: 'nowhere' as const }
      const [items, usual, used, allergies, earlier] = await Promise.all([
        deskPrescriptionsOf(db, id, { staffId, provider, mayCancel: signing === 'here' }),
        usualItems(db, staffId),
        routesUsed(db, staffId, found.productSlug),
        isOpen ? knownAllergies(db, patientId) : [],
        isOpen ? earlierPrescriptions(db, patientId, id) : [],
      ])
      return { signing, allergies, usual, routes: offeredRoutes(used), earlier, items }
    },
    { topics: ({ id }) => [`consultation:${id}`, 'records'] },
  )

  serve(app, services, listMedicines, async () => ({ catalogue: services.medicines() ?? null }))

  serve(app, services, prescribe, async ({ id, key, validUntil, items, allergyReason }, { db, caller, refuse }) => {
    const { provider, signing } = services.providers.prescriptions ?? refuse('NO_PRESCRIPTIONS')
    if (signing !== 'here') refuse('SIGNED_ELSEWHERE')
    if (validityProblem(validUntil, clinicDay(services))) refuse('BAD_VALIDITY')
    // Read before the transaction, so that no row stays locked while the content service answers.
    const found = await findForDesk(db, id, caller)
    if (found && !mayPrescribe(services, found.productSlug)) refuse('NO_PRESCRIPTIONS')
    const prescriptionId = await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      if (locked.status !== 'ACTIVE' && locked.status !== 'CLOSING') refuse('NOT_NOW')
      const { staffId: authorId, clinicianId } = caller
      if (!clinicianId) return refuse('NOT_YOURS')
      const allergies = found ? await knownAllergies(tx, found.patient.id) : []
      const isMatch = items.some(({ medicine }) => allergiesIn(medicine, allergies).length > 0)
      if (isMatch && !allergyReason) refuse('ALLERGY_REASON_REQUIRED')
      const reason = { allergyReason: isMatch ? (allergyReason ?? null) : null }
      const worded = wordItems(services, items)
      const input = { consultationId: id, authorId, clinicianId, key, validUntil, items: worded, ...reason } as const
      const one = await insertPrescription(tx, { ...input, provider, state: 'sending' })
      if (!one.isSame) refuse('SIGNED_ALREADY')
      if (!one.isNew) return one.id
      const detail = { consultationId: id, items: items.length }
      const subject = { kind: 'prescription', id: one.id } as const
      await audit(tx, services.secrets, { staffId: authorId, act: 'prescribe', subject, detail })
      await enqueuePrescription(tx, one.id)
      await notifyPrescriptionChanged(tx, one.id)
      failpoint('prescription.before-commit')
      return one.id
    })
    failpoint('prescription.signed')
    return { id: prescriptionId }
  })

  cancelRoute(app, services)
}

/** Items as they are signed: in the clinic's language, with a code where the name is in the catalogue. */
function wordItems(services: Services, items: readonly PrescribedItem[]): PrescriptionItem[] {
  const { patientAppLanguage } = services.config
  const translate = createTranslator(patientAppLanguage, services.catalogueFor(patientAppLanguage))
  const codes = new Map(services.medicines()?.medicines.map(({ name, atc }) => [name, atc]))
  return items.map((item) => itemWithText(item, codes.get(item.medicine) ?? null, translate))
}

/** The author may cancel while the provider can still revoke the prescription. */
function cancelRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, cancelPrescription, async ({ id, prescriptionId, reason }, { db, caller, refuse }) => {
    if (!(await findForDesk(db, id, caller))) refuse('CONSULTATION_NOT_FOUND')
    await db.begin(async (tx) => {
      const locked = (await lockPrescription(tx, prescriptionId)) ?? refuse('PRESCRIPTION_NOT_FOUND')
      if (locked.consultationId !== id) refuse('PRESCRIPTION_NOT_FOUND')
      if (locked.authorId !== caller.staffId) refuse('NOT_YOURS')
      if (services.providers.prescriptions?.signing !== 'here') refuse('NOT_CANCELLABLE')
      // A repeated click changes nothing.
      if (locked.state === 'cancelling' || locked.state === 'cancelled') return
      if (!(await savePrescriptionState(tx, locked, 'cancelRequested', { cancelReason: reason })))
        refuse('NOT_CANCELLABLE')
      const subject = { kind: 'prescription', id: prescriptionId } as const
      const { staffId } = caller
      const action = { staffId, act: 'cancel-prescription', subject, reason, detail: { consultationId: id } } as const
      await audit(tx, services.secrets, action)
      await enqueuePrescription(tx, prescriptionId)
    })
    return null
  })
}
