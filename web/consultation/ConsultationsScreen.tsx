import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { CalendarDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { capitalize, formatRelativeMoment, formatShortDay, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { useState } from 'react'
import { WaitlistRows } from '../booking/waitlist/WaitlistRows.tsx'
import { usePartner } from '../kit/content/partner.tsx'
import { PatientTag } from '../profile/account/Identity.tsx'
import { pathOf } from '../routes.ts'
import { byMonth } from './by-month.ts'
import { PatientStatusChip } from './PatientStatusChip.tsx'
import { useConsultations } from './queries.ts'

type Which = 'upcoming' | 'past'

/** B2.18: upcoming and past consultations, by month. */
export function ConsultationsScreen() {
  const [which, setWhich] = useState<Which>('upcoming')
  const upcoming = useConsultations('upcoming')
  // The past list is not polled: opening its tab fetches it again.
  const consultations = useConsultations(which)
  return (
    <Screen title={t('care.list.title')}>
      <Tabs<Which>
        label={t('care.list.title')}
        value={which}
        onChange={setWhich}
        tabs={[
          { id: 'upcoming', label: t('care.list.upcoming'), count: upcoming.data?.length },
          { id: 'past', label: t('care.list.past') },
        ]}
      >
        <QueryBoundary query={consultations} loading={<SkeletonRows />} keepsStale>
          {() => null}
        </QueryBoundary>
        {which === 'upcoming' && <WaitlistRows />}
        {consultations.data && <Months which={which} items={consultations.data} />}
      </Tabs>
      <LinkButton variant="quiet" icon="file" href={pathOf('ownHistory')}>
        {t('care.history.entry')}
      </LinkButton>
    </Screen>
  )
}

function Months({ which, items }: { which: Which; items: readonly ConsultationSummary[] }) {
  const { timeZone } = usePartner()
  if (items.length === 0) {
    return (
      <EmptyState
        drawing={<CalendarDrawing />}
        title={t(`care.list.empty.${which}`)}
        action={<LinkButton href={pathOf('home', {})}>{t('care.list.book')}</LinkButton>}
      />
    )
  }
  return byMonth(items, which === 'upcoming' ? 'soonest' : 'latest', timeZone).map(({ month, consultations }) => (
    <Section key={month} title={month}>
      <List label={month}>
        {consultations.map((consultation) => (
          <ConsultationRow key={consultation.id} consultation={consultation} />
        ))}
      </List>
    </Section>
  ))
}

function ConsultationRow({ consultation }: { consultation: ConsultationSummary }) {
  const { id, preferredContactMethod, product, clinician, startTime, createdAt, patient } = consultation
  const { timeZone } = usePartner()
  const when = startTime
    ? formatRelativeMoment(startTime, timeZone)
    : `${formatShortDay(createdAt, timeZone)}, ${formatTime(createdAt, timeZone)}`
  return (
    <ListRow
      href={pathOf('consultation', { id })}
      icon={preferredContactMethod}
      title={capitalize(when)}
      detail={
        <>
          {clinician ? `${product.name} · ${clinician.name}` : product.name}
          <br />
          <PatientTag patient={patient} />
          <PatientStatusChip consultation={consultation} now={serverDate()} />
        </>
      }
    />
  )
}
