import { answersToRepeat } from '@cuida/core/booking/answers-to-repeat.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { openingState } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { dayOf, formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { forecastQuery, productCliniciansQuery, productQuery } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useFamilyMembers } from '../../kit/family.ts'
import { useMutation } from '../../kit/mutations.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import type { CopiedAnswers, Mode } from '../cart/booking.ts'
import { currentBooking, repeatBooking } from '../cart/cart-store.ts'
import { splitByAge } from '../patient-choice.ts'
import { useMissingStep } from '../use-next-step.ts'

/** The past patient can no longer be booked for: the patient and all answers are asked again. */
const NOTHING_KEPT: CopiedAnswers = { symptoms: [], toConfirm: [] }

type Past = Pick<
  Consultation,
  'type' | 'product' | 'patient' | 'clinician' | 'symptoms' | 'preferredContactMethod' | 'createdAt'
>

/**
 * Books a past consultation again with its product, patient, clinician and the answers that still apply, and goes to
 * the first missing step: a warning sign that must be current, otherwise the times. When the product cannot start now
 * or is no longer offered, opens the product page, which explains why and shows alternatives.
 */
export function useRepeat() {
  const queries = useQueryClient()
  const partner = usePartner()
  const { profile } = useSession()
  const family = useFamilyMembers()
  const onward = useMissingStep()

  async function findMode(product: Product, wasScheduled: boolean): Promise<Mode | undefined> {
    if (wasScheduled && product.scheduled) return 'later'
    const isInHours = product.onDemand && openingState(product.workingHours, partner, serverDate()) === 'OPEN'
    if (isInHours && !(await queries.fetchQuery(forecastQuery(product.slug))).closed) return 'now'
    return product.scheduled ? 'later' : undefined
  }

  /** The clinician of a scheduled consultation, if that clinician still offers the product. */
  async function findClinicianId({ type, product, clinician }: Past): Promise<string | undefined> {
    if (type !== 'scheduled' || !clinician) return undefined
    const { items } = await queries.fetchQuery(productCliniciansQuery(product.slug))
    return items.find(({ id }) => id === clinician.id)?.id
  }

  function canBookFor(product: Product, patientId: string): boolean {
    const bookable = partner.familyProfilesEnabled ? family : family.slice(0, 1)
    return splitByAge(product, bookable, dayInUtc(serverDate())).may.some(({ id }) => id === patientId)
  }

  return useMutation(async (consultation: Past) => {
    const { slug } = consultation.product
    const product = await queries.fetchQuery(productQuery(slug))
    const mode = product && (await findMode(product, consultation.type === 'scheduled'))
    if (!product || !mode || (product.requiresSubscription && !profile?.subscription))
      return goTo(pathOf('product', { slug }))
    const allowed = partner.maximumLengthAllowed
    const clinicianId = mode === 'later' ? await findClinicianId(consultation) : undefined
    const copiedAnswers = canBookFor(product, consultation.patient.id)
      ? copyAnswers(consultation, product, { allowed, timeZone: partner.timeZone })
      : NOTHING_KEPT
    repeatBooking({ productId: product.id, productSlug: slug, mode, clinicianId }, copiedAnswers)
    const booking = currentBooking()
    if (booking) goTo((await onward(product, booking)) ?? pathOf('product', { slug }))
  })
}

function copyAnswers(
  { patient, preferredContactMethod, symptoms: pastSymptoms, createdAt }: Past,
  product: Product,
  { allowed, timeZone }: { allowed: number; timeZone: string },
): CopiedAnswers {
  return {
    patientId: patient.id,
    contactMethod: preferredContactMethod,
    symptoms: answersToRepeat(product.symptomCollector, pastSymptoms, allowed),
    summary: t('booking.repeat.summary', { day: formatDate(dayOf(createdAt, timeZone)) }),
    toConfirm: [],
    copiedFrom: createdAt,
  }
}
