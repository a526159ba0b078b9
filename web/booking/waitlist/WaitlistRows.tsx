import { formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { useWaitlist } from './waitlist-queries.ts'

/** Waitlist entries among the patient's consultations, so that a held offer is not overlooked. */
export function WaitlistRows() {
  const { timeZone } = usePartner()
  const items = useWaitlist().data?.items ?? []
  if (items.length === 0) return null
  return (
    <List label={t('booking.sooner.title')}>
      {items.map(({ id, product, state, offer }) => (
        <ListRow
          key={id}
          href={pathOf('waitlist')}
          icon="clock"
          title={
            offer?.expiresAt ? t('booking.sooner.kept', { time: formatTime(offer.expiresAt, timeZone) }) : product.name
          }
          detail={offer ? product.name : t(`booking.sooner.row.${state === 'missed' ? 'missed' : 'waiting'}`)}
        />
      ))}
    </List>
  )
}
