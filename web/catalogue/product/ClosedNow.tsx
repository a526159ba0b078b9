import { holidayOn } from '@cuida/core/brand/holiday.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { openingMessage } from './opening-message.ts'
import type { OnDemandAvailability } from './use-on-demand-availability.ts'

interface ClosedNowProps {
  product: Pick<Product, 'scheduled'>
  availability: OnDemandAvailability
}

/** On-demand care is closed: when it opens, if known, and that a time can be booked (B8.1). */
export function ClosedNow({ product: { scheduled }, availability: { isInHours, opens, now } }: ClosedNowProps) {
  const { timeZone, holidays } = usePartner()
  const holiday = isInHours ? undefined : holidayOn(holidays, localTime(timeZone, now).day)
  return (
    <Alert
      tone="info"
      title={holiday ? t('catalogue.product.holiday', { name: holiday.name }) : t('catalogue.product.closed')}
    >
      {opens && <p>{openingMessage(opens, timeZone, now)}</p>}
      {scheduled && <p>{t('catalogue.product.orBook')}</p>}
    </Alert>
  )
}
