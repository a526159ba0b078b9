import { type Clinician, findClinicianById } from '@cuida/core/catalogue/api.ts'
import type { getClinicianWeek } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { weekdayOf } from '@cuida/core/kit/zone.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import {
  capitalize,
  formatHour,
  formatMinutes,
  formatRelativeMoment,
  formatTimeZone,
  formatWeekday,
  noonOf,
} from '@cuida/ui/i18n/format.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useSearch } from 'wouter'
import { pathOf } from '../../routes.ts'
import { Missing } from '../Missing.tsx'
import { useClinician } from '../queries.ts'
import css from './ClinicianProfileScreen.module.css'
import { useRating, useWeek } from './queries.ts'

/** More would push the clinician's profile out of view. */
const AT_ONCE = 3

/** B2.6. `?product=` selects the product whose free times are offered. */
export function ClinicianProfileScreen({ params: { id = '' } }: { params: Record<string, string> }) {
  const read = useClinician(id)
  const { data: clinician } = read
  const productSlug = new URLSearchParams(useSearch()).get('product')
  const isMissing = refusedWith(findClinicianById, read.error, 'CLINICIAN_NOT_FOUND')
  const times = clinician && productSlug && (
    <LinkButton variant="primary" href={pathOf('clinicianCalendar', { clinicianId: clinician.id, productSlug })}>
      {t('catalogue.clinician.times')}
    </LinkButton>
  )
  return (
    <Screen
      title={clinician?.name ?? t('catalogue.clinician.title')}
      heading={clinician && <Heading clinician={clinician} />}
      lead={clinician && <Lead clinician={clinician} />}
      action={times}
    >
      {isMissing ? (
        <Missing title={t('catalogue.clinician.missing')} />
      ) : (
        <QueryBoundary query={read} lines={6} errorTitle={() => t('catalogue.clinician.failed')}>
          {(clinician) => (
            <>
              <p>{clinician.bio}</p>
              <Offers clinicianId={clinician.id} productSlug={productSlug} />
              <Week clinicianId={clinician.id} />
              <Career clinician={clinician} />
            </>
          )}
        </QueryBoundary>
      )}
    </Screen>
  )
}

function Heading({ clinician: { name, photoUrl } }: { clinician: Clinician }) {
  return (
    <span className={css.heading}>
      <Avatar name={name} photo={photoUrl} size={128} />
      {name}
    </span>
  )
}

/** Specialty, registration number and rating. */
function Lead({ clinician: { id, specialty, registrationNumber } }: { clinician: Clinician }) {
  return (
    <>
      <p>{specialty}</p>
      <p className={css.registration}>{t('catalogue.clinician.registration', { number: registrationNumber })}</p>
      <Rated clinicianId={id} />
    </>
  )
}

function Career({ clinician }: { clinician: Clinician }) {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'language' })
  const languages = clinician.languages.map((code) => names.of(code) ?? code)
  return (
    <>
      <Section title={t('catalogue.clinician.languages')}>
        <p>{capitalize(new Intl.ListFormat(currentLocale()).format(languages))}</p>
      </Section>
      <Lines title={t('catalogue.clinician.experience')} lines={clinician.experience} />
      <Lines title={t('catalogue.clinician.studies')} lines={clinician.studies} />
    </>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <Section title={title}>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  )

/** The average rating, once there are enough; no patient's comment. */
function Rated({ clinicianId }: { clinicianId: string }) {
  const rating = useRating(clinicianId).data?.rating
  if (!rating) return null
  const { average, count } = rating
  const formattedAverage = new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: 1 }).format(average)
  return (
    <p className={css.rated}>
      <Icon name="star" size={20} />
      <span>
        <strong>{t('catalogue.clinician.rated', { average: formattedAverage })}</strong>{' '}
        {t('catalogue.clinician.ratings', { count })}
      </span>
    </p>
  )
}

type Offer = Reply<typeof getClinicianWeek>['offers'][number]

interface OffersProps {
  clinicianId: string
  /** The requested product, listed first. */
  productSlug: string | null
}

/**
 * The clinician's products, each with its first free time and a link to all of them. Without a reply nothing is
 * shown.
 */
function Offers({ clinicianId, productSlug }: OffersProps) {
  const { data } = useWeek(clinicianId)
  if (!data || data.offers.length === 0) return null
  const offers = [...data.offers].sort((a, b) => Number(b.slug === productSlug) - Number(a.slug === productSlug))
  const rows = (visibleOffers: readonly Offer[], label: string) => (
    <List label={label}>
      {visibleOffers.map((offer) => (
        <OfferRow key={offer.slug} offer={offer} clinicianId={clinicianId} timeZone={data.timeZone} />
      ))}
    </List>
  )
  const rest = offers.slice(AT_ONCE)
  return (
    <Section title={t('catalogue.clinician.next')}>
      {rows(offers.slice(0, AT_ONCE), t('catalogue.clinician.next'))}
      {rest.length > 0 && (
        <details className={css.rest}>
          <summary>{t('catalogue.clinician.others', { count: rest.length })}</summary>
          {rows(rest, t('catalogue.clinician.others', { count: rest.length }))}
        </details>
      )}
    </Section>
  )
}

function OfferRow({ offer, clinicianId, timeZone }: { offer: Offer; clinicianId: string; timeZone: string }) {
  const { slug, name, nextFree } = offer
  return (
    <ListRow
      href={pathOf('clinicianCalendar', { clinicianId, productSlug: slug })}
      icon="calendar"
      title={name}
      detail={[
        nextFree ? capitalize(formatRelativeMoment(nextFree, timeZone)) : t('booking.calendar.noTimes'),
        formatMinutes(offer.durationMinutes),
      ].join(' · ')}
    />
  )
}

/** Working hours of the next seven days, in the clinic's time zone, which is named below. */
function Week({ clinicianId }: { clinicianId: string }) {
  const { data } = useWeek(clinicianId)
  if (!data) return null
  const lines = formatWeek(data.days)
  return (
    <Section title={t('catalogue.week.title')}>
      {lines.length === 0 ? (
        <p>{t('catalogue.week.none')}</p>
      ) : (
        <>
          <DescriptionList items={lines.map(({ days, hours }) => ({ term: days, description: hours }))} />
          <p className={css.zone}>{formatTimeZone(data.timeZone)}</p>
        </>
      )}
    </Section>
  )
}

interface Day {
  day: string
  hours: readonly { starts: string; ends: string }[]
}

interface Line {
  days: string
  hours: string
}

/**
 * "Lunes a miércoles" and "9:00 a 14:00 y 16:00 a 19:00": from Monday on, equal days in one line, days off in none.
 */
export function formatWeek(week: readonly Day[]): Line[] {
  const days = [...week]
    .sort((a, b) => weekdayOf(a.day) - weekdayOf(b.day))
    .map(({ day, hours }) => ({ day, hours: formatHours(hours) }))
  const runs: { first: string; last: string; count: number; hours: string }[] = []
  for (const { day, hours } of days) {
    const before = runs.at(-1)
    if (before?.hours === hours) Object.assign(before, { last: day, count: before.count + 1 })
    else runs.push({ first: day, last: day, count: 1, hours })
  }
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, count, hours }) => ({ days: capitalize(formatDayRun(first, last, count)), hours }))
}

function formatDayRun(first: string, last: string, count: number): string {
  const [from, to] = [first, last].map((day) => formatWeekday(noonOf(day), 'UTC'))
  if (count === 1) return from ?? ''
  return t(count === 2 ? 'catalogue.week.two' : 'catalogue.week.run', { from: from ?? '', to: to ?? '' })
}

function formatHours(hours: Day['hours']): string {
  const stretches = hours.map(({ starts, ends }) =>
    starts === '00:00' && ends === '24:00'
      ? t('catalogue.week.allDay')
      : t('catalogue.week.hours', { from: formatHour(starts), to: formatHour(ends) }),
  )
  return new Intl.ListFormat(currentLocale()).format(stretches)
}
