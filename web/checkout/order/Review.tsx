import { answersAsText } from '@cuida/core/care/answers.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Tile } from '@cuida/ui/DateTile/DateTile.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { dayOf, formatDate, formatMinutes, truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import type { Booking, Slot } from '../../booking/cart/booking.ts'
import { updateBooking } from '../../booking/cart/cart-store.ts'
import { useVisibleQuestions } from '../../booking/questions/use-answer-rules.ts'
import { ClosedNow } from '../../catalogue/product/ClosedNow.tsx'
import { forecastMessage } from '../../catalogue/product/forecast-messages.ts'
import type { OnDemandAvailability } from '../../catalogue/product/use-on-demand-availability.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { AppointmentTile } from './AppointmentTile.tsx'
import { choicePath } from './choose-again.ts'
import css from './Review.module.css'

interface ReviewProps {
  booking: Booking
  slot: Slot | undefined
  /** Undefined while it loads. */
  product: Product | undefined
  profile: Profile | undefined
  /** Availability of on-demand care. */
  availability: OnDemandAvailability | undefined
}

/** What is about to be paid: time, clinician, contact method and patient. */
export function Review({ booking, slot, product, profile, availability }: ReviewProps) {
  const { contactMethod, clinicianId } = booking
  const patient = profile && patientName(profile, booking.patientId)
  return (
    <>
      {slot && clinicianId ? (
        <BookedTime booking={booking} slot={slot} clinicianId={clinicianId} />
      ) : (
        <Now product={product} availability={availability} />
      )}
      <List label={t('checkout.review')}>
        <ListRow
          icon="file"
          title={product?.name ?? t('ui.loading')}
          detail={product && formatMinutes(product.durationMinutes)}
        />
        {contactMethod && (
          <ListRow
            icon={contactMethod === 'video' ? 'video' : 'phone'}
            title={t(`checkout.method.${contactMethod}`)}
            detail={t(`checkout.method.${contactMethod}.detail`)}
          />
        )}
        {patient && (
          <ListRow
            icon="user"
            title={t('checkout.forPatient', { name: truncateName(patient) })}
            {...(profile.dependants.length > 0 ? { href: pathOf('selectProfile'), aside: t('checkout.change') } : {})}
          />
        )}
      </List>
      {booking.copiedFrom && product && <CopiedAnswers booking={booking} product={product} />}
      <p className={css.remote}>
        {t('checkout.remote')}{' '}
        <Link href={pathOf('agreements', {}, { document: 'terms-of-service' })}>{t('checkout.remote.text')}</Link>
      </p>
    </>
  )
}

/**
 * The answers copied from the past consultation, those about allergies and medicines in full: paying confirms them, and
 * they can be changed first.
 */
function CopiedAnswers({ booking, product }: { booking: Booking; product: Product }) {
  const { timeZone } = usePartner()
  const questions = useVisibleQuestions(product, booking)
  const clinicalKeys = questions.flatMap(({ key, about }) => (about ? [key] : []))
  const clinical = answersAsText(
    booking.symptoms.filter(({ questionId }) => clinicalKeys.includes(questionId)),
    questions,
    { yes: t('care.answer.yes'), no: t('care.answer.no') },
  )
  // Every answer is shown again, to be confirmed one by one.
  const review = () => updateBooking({ copiedFrom: undefined, toConfirm: questions.map(({ key }) => key) })
  return (
    <Section title={t('checkout.copied.title', { day: formatDate(dayOf(booking.copiedFrom ?? '', timeZone)) })}>
      {clinical.length > 0 && (
        <DescriptionList items={clinical.map(({ question, answer }) => ({ term: question, description: answer }))} />
      )}
      <p>{t('checkout.copied.text')}</p>
      <LinkButton variant="link" fit href={pathOf('questions', { slug: product.slug })} onClick={review}>
        {t('checkout.copied.change')}
      </LinkButton>
    </Section>
  )
}

/** The time with the clinician who is booked; the link leads to the clinician's other times. */
function BookedTime({ booking, slot, clinicianId }: { booking: Booking; slot: Slot; clinicianId: string }) {
  return (
    <AppointmentTile at={slot.startTime} clinicianId={clinicianId}>
      <LinkButton variant="link" fit href={choicePath(booking)}>
        {t('checkout.change.time')}
      </LinkButton>
    </AppointmentTile>
  )
}

function Now({ product, availability }: Pick<ReviewProps, 'product' | 'availability'>) {
  const { timeZone } = usePartner()
  if (product && availability && !availability.isOpen)
    return <ClosedNow product={product} availability={availability} />
  const forecast = availability?.forecast
  const note = [forecast && `${forecastMessage(forecast, timeZone)}.`, t('checkout.now.note')].filter(Boolean).join(' ')
  const numeral = t(forecast && !forecast.wait ? 'checkout.inLine' : 'checkout.now')
  return <Tile above={t('checkout.now.above')} numeral={numeral} note={note} />
}

/** Undefined until the patient is known: another person's name must not stand beside the price. */
const patientName = ({ id, firstName, dependants }: Profile, patientId: string | undefined): string | undefined =>
  [{ id, firstName }, ...dependants].find((member) => member.id === patientId)?.firstName
