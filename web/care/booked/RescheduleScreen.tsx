import type { Consultation } from '@cuida/core/care/consultation.ts'
import { rescheduleProblem, termsOf } from '@cuida/core/consultation/cancelling.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { combineQueries } from '@cuida/ui/QueryBoundary/combine-queries.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useSearch } from 'wouter'
import { ClinicianList } from '../../booking/calendar/ClinicianList.tsx'
import { useProduct, useProductClinicians } from '../../catalogue/queries.ts'
import { useConsultation } from '../../consultation/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { RescheduleCalendar } from './RescheduleCalendar.tsx'
import { reschedulePath } from './reschedule-path.ts'

/** Reschedules a booked consultation in the calendar; the old time is kept until the new one is confirmed. */
export function RescheduleScreen({ params: { id = '' } }: { params: Record<string, string> }) {
  const consultation = useConsultation(id)
  if (consultation.data) return <Choose consultation={consultation.data} />
  return (
    <Screen title={t('care.move.title')}>
      <QueryBoundary query={consultation} lines={6}>
        {() => null}
      </QueryBoundary>
    </Screen>
  )
}

function Choose({ consultation }: { consultation: Consultation }) {
  const terms = termsOf(usePartner())
  const requestedId = new URLSearchParams(useSearch()).get('clinician') ?? consultation.clinician?.id
  const { slug } = consultation.product
  const product = useProduct(slug)
  const clinicians = useProductClinicians(slug)
  const all = clinicians.data?.items
  const clinician = all?.find(({ id }) => id === requestedId)
  const problem = rescheduleProblem(consultation, terms, serverDate())
  if (problem)
    return <Impossible id={consultation.id} text={t(`care.move.${problem}`, { notice: formatMinutes(terms.notice) })} />
  if (product.data && all && clinician)
    return (
      <RescheduleCalendar
        key={clinician.id}
        consultation={consultation}
        product={product.data}
        clinician={clinician}
        others={all.filter(({ id }) => id !== clinician.id)}
      />
    )
  return (
    <Screen title={t('care.move.title')}>
      <QueryBoundary
        query={combineQueries(product, clinicians)}
        lines={6}
        errorTitle={() => t('booking.calendar.failed')}
      >
        {() => null}
      </QueryBoundary>
      {product.data === null && <p>{t('care.move.PRODUCT_NOT_FOUND')}</p>}
      {product.data && all && (
        <>
          <p>{t('booking.calendar.missing')}</p>
          <ClinicianList clinicians={all} hrefOf={(clinicianId) => reschedulePath(consultation.id, clinicianId)} />
        </>
      )}
    </Screen>
  )
}

function Impossible({ id, text }: { id: string; text: string }) {
  const action = <LinkButton href={pathOf('consultation', { id })}>{t('care.move.back')}</LinkButton>
  return (
    <Screen title={t('care.move.title')}>
      <EmptyState title={text} action={action} />
    </Screen>
  )
}
