import { t } from '@cuida/ui/i18n/messages.ts'
import { combineQueries } from '@cuida/ui/QueryBoundary/combine-queries.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Missing } from '../../catalogue/Missing.tsx'
import { useProduct, useProductClinicians } from '../../catalogue/queries.ts'
import { pathOf } from '../../routes.ts'
import { Calendar } from './Calendar.tsx'
import { ClinicianList } from './ClinicianList.tsx'

/** B2.5: free times for one product, of all its clinicians or of the clinician in the URL. */
export function ClinicianCalendarScreen({ params }: { params: Record<string, string> }) {
  const slug = params.slug ?? params.productSlug ?? ''
  const product = useProduct(slug)
  const clinicians = useProductClinicians(slug)
  const all = clinicians.data?.items
  const clinician = all?.find(({ id }) => id === params.clinicianId)
  const isFound = clinician !== undefined || (params.clinicianId === undefined && all && all.length > 0)
  if (product.data && all && isFound)
    return <Calendar key={clinician?.id ?? slug} product={product.data} clinician={clinician} all={all} />
  return (
    <Screen title={t('booking.calendar.title')}>
      <QueryBoundary
        query={combineQueries(product, clinicians)}
        lines={6}
        errorTitle={() => t('booking.calendar.failed')}
      >
        {() => null}
      </QueryBoundary>
      {product.data === null && <Missing title={t('catalogue.product.missing')} />}
      {product.data && all && (
        <>
          <p>{t(all.length > 0 ? 'booking.calendar.missing' : 'booking.summary.nobody')}</p>
          <ClinicianList
            clinicians={all}
            hrefOf={(clinicianId) => pathOf('clinicianCalendar', { clinicianId, productSlug: slug })}
          />
        </>
      )}
    </Screen>
  )
}
