import type { getClinicianWeek } from '@cuida/core/catalogue/clinician/face-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { durationMinutes, momentWords, startWithCapital, timeZoneWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../../routes.ts'
import css from './Hours.module.css'
import { useWeek } from './queries.ts'
import { weekWords } from './week-words.ts'

type Offer = Reply<typeof getClinicianWeek>['offers'][number]

/** More would hide who they are. */
const AT_ONCE = 3

interface OffersProps {
  clinicianId: string
  /** What somebody came for: it stands first. */
  productSlug: string | null
}

/** What can be booked with them, each with its first free time, leading to all of them. Without an answer the rest is enough. */
export function Offers({ clinicianId, productSlug }: OffersProps) {
  const { data } = useWeek(clinicianId)
  if (!data || data.offers.length === 0) return null
  const offers = [...data.offers].sort((a, b) => Number(b.slug === productSlug) - Number(a.slug === productSlug))
  const rows = (shown: readonly Offer[], label: string) => (
    <List label={label}>
      {shown.map((offer) => (
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
        nextFree ? startWithCapital(momentWords(nextFree, timeZone)) : t('booking.calendar.noTimes'),
        durationMinutes(offer.durationMinutes),
      ].join(' · ')}
    />
  )
}

/** When they are there in the next seven days, on the clinic's clock, which stands below. */
export function Week({ clinicianId }: { clinicianId: string }) {
  const { data } = useWeek(clinicianId)
  if (!data) return null
  const lines = weekWords(data.days)
  return (
    <Section title={t('catalogue.week.title')}>
      {lines.length === 0 ? (
        <p>{t('catalogue.week.none')}</p>
      ) : (
        <>
          <DescriptionList items={lines.map(({ days, hours }) => ({ term: days, description: hours }))} />
          <p className={css.zone}>{timeZoneWords(data.timeZone)}</p>
        </>
      )}
    </Section>
  )
}
