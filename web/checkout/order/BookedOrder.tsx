import { lacksSummary } from '@cuida/core/care/booked/summary.ts'
import { belongsInCalendar } from '@cuida/core/care/calendar-file/calendar-file.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { mayInvite } from '@cuida/core/care/guest/guest.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import { channelsFor } from '@cuida/core/notifications/choice/notifications.ts'
import { getNotifications } from '@cuida/core/notifications/choice/notifications-api.ts'
import { DateTile, Tile } from '@cuida/ui/DateTile/DateTile.tsx'
import { formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Live } from '@cuida/ui/Live/Live.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { answerByMessage, waitMessage } from '../../catalogue/product/forecast-messages.ts'
import { AddToCalendar } from '../../consultation/calendar-file/AddToCalendar.tsx'
import { useConsultation } from '../../consultation/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useQuery } from '../../kit/queries.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { installmentsMessage } from '../payment/payment-messages.ts'
import { AppointmentTile } from './AppointmentTile.tsx'

/** A booked order: who and when, how to join, how to prepare, and what was sent where. */
export function BookedOrder({ order }: { order: Order }) {
  const [booked] = order.consultations
  const installments = installmentsMessage(order)
  return (
    <>
      {booked && <BookedConsultation booked={booked} />}
      {installments && <p>{installments}</p>}
    </>
  )
}

function BookedConsultation({ booked }: { booked: Order['consultations'][number] }) {
  const { data: consultation, isPending } = useConsultation(booked.id)
  return (
    <>
      {booked.startTime ? (
        <BookedTime at={booked.startTime} clinicianId={booked.clinicianId} consultation={consultation} />
      ) : (
        consultation && <QueuePlace consultation={consultation} />
      )}
      {isPending && <Skeleton lines={4} />}
      {consultation && (
        <List label={t('checkout.order.active.next')}>
          <SummaryRow consultation={consultation} />
          <JoinRow consultation={consultation} />
          <DeviceTestRow consultation={consultation} />
          <ListRow
            icon="check"
            title={t('checkout.order.active.prepare')}
            detail={t(`checkout.order.active.prepare.${consultation.preferredContactMethod}`)}
          />
          <CompanionRow consultation={consultation} />
          <SentRow />
        </List>
      )}
    </>
  )
}

interface BookedTimeProps {
  at: string
  clinicianId: string | null
  /** Undefined while it loads. */
  consultation: Consultation | undefined
}

function BookedTime({ at, clinicianId, consultation }: BookedTimeProps) {
  const { timeZone } = usePartner()
  const calendar = consultation && <CalendarButton consultation={consultation} />
  if (clinicianId)
    return (
      <AppointmentTile at={at} clinicianId={clinicianId}>
        {calendar}
      </AppointmentTile>
    )
  return (
    <DateTile at={at} timeZone={timeZone} note={formatTimeZone(timeZone, at)}>
      {calendar}
    </DateTile>
  )
}

function CalendarButton({ consultation }: { consultation: Consultation }) {
  const { id, startTime, endTime, status, calendarSequence } = consultation
  if (!startTime || !endTime || !belongsInCalendar(status)) return null
  return (
    <AddToCalendar
      title="care.calendar.title"
      start={startTime}
      end={endTime}
      id={id}
      path={pathOf('consultation', { id })}
      sequence={calendarSequence}
    />
  )
}

/** On demand: the position in the queue instead of a time. */
function QueuePlace({ consultation: { position, expectedWait, answerBy } }: { consultation: Consultation }) {
  const { timeZone } = usePartner()
  if (position === null) return null
  return (
    <Tile
      above={t('care.one.place')}
      numeral={<Live text={t('care.one.position', { position })} />}
      note={expectedWait && <Live text={waitMessage(expectedWait)} />}
    >
      {answerBy && <p>{answerByMessage(answerBy, timeZone)}</p>}
    </Tile>
  )
}

function JoinRow({ consultation: { preferredContactMethod, maskedPhone } }: { consultation: Consultation }) {
  if (preferredContactMethod === 'video')
    return (
      <ListRow
        icon="video"
        title={t('checkout.order.active.join.video')}
        detail={t('checkout.order.active.join.video.detail')}
      />
    )
  const title = maskedPhone
    ? t('checkout.order.active.join.phone', { phone: maskedPhone.replaceAll(' ', '\u00a0') })
    : t('checkout.method.phone')
  return <ListRow icon="phone" title={title} detail={t('checkout.order.active.join.phone.detail')} />
}

/** Where the account's settings send the confirmation. Push is left out: it is on the screen anyway. */
function SentRow() {
  const { profile } = useSession()
  const { data: settings } = useQuery(getNotifications, {})
  if (!profile || !settings) return null
  const { offered } = settings
  const phone = maskPhoneNumber(profile.phone.number).replaceAll(' ', '\u00a0')
  const addresses = channelsFor('booked', settings, { offered, devices: 0 })
    .filter((channel) => offered.includes(channel))
    .map((channel) =>
      channel === 'email' ? profile.email : `${t(`profile.notifications.channel.${channel}`)}\u00a0${phone}`,
    )
  if (addresses.length === 0) return null
  return <ListRow icon="mail" title={t('checkout.order.active.sent')} detail={addresses.join(' · ')} />
}

function DeviceTestRow({ consultation: { id, preferredContactMethod } }: { consultation: Consultation }) {
  if (preferredContactMethod !== 'video') return null
  return (
    <ListRow
      icon="camera"
      title={t('care.devices.title')}
      detail={t('checkout.order.active.devices')}
      href={pathOf('deviceTest', { id })}
    />
  )
}

function CompanionRow({ consultation: { id, status, preferredContactMethod } }: { consultation: Consultation }) {
  if (!mayInvite(status, preferredContactMethod, undefined)) return null
  return (
    <ListRow
      icon="plus"
      title={t('care.guest.invite')}
      detail={t('checkout.order.active.guest')}
      href={pathOf('consultation', { id }, { ask: 'guest' })}
    />
  )
}

/** The patient gave no own description of the reason: the consultation's page asks for it until the start. */
function SummaryRow({ consultation }: { consultation: Consultation }) {
  if (!lacksSummary(consultation)) return null
  return (
    <ListRow
      icon="pencil"
      title={t('checkout.order.active.summary')}
      detail={t('booking.summary.lead')}
      href={pathOf('consultation', { id: consultation.id }, { ask: 'summary' })}
    />
  )
}
