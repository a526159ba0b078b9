import { listProductSlots, listSlots } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { Facts } from '@cuida/ui/Facts/Facts.tsx'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useState } from 'react'
import { ProductPrice } from '../../catalogue/product/ProductPrice.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { BookingIdentity } from '../BookingIdentity.tsx'
import type { Booking } from '../cart/booking.ts'
import { holdSlot, startBooking, useBooking } from '../cart/cart-store.ts'
import { missingStep } from '../questions/answering.ts'
import { type AnswerRules, useAnswerRules } from '../questions/use-answer-rules.ts'
import { JoinWaitlist } from '../waitlist/JoinWaitlist.tsx'
import css from './Calendar.module.css'
import { CalendarDays } from './CalendarDays.tsx'
import { type BookableClinician, ClinicianList } from './ClinicianList.tsx'
import type { OfferedSlot } from './calendar.ts'
import { NoticeAlert, ReserveBar } from './ReserveBar.tsx'
import { type CalendarScope, useCalendarSlots } from './use-calendar-slots.ts'

type CalendarProps = CalendarScope & { product: Product }

export function Calendar({ product, clinician, all }: CalendarProps) {
  const calendar = useCalendar(product, { clinician, all })
  const { state, timeZone } = calendar
  const { notice, selectedSlot } = state
  const name = clinician ? undefined : all.find(({ id }) => id === selectedSlot?.clinicianId)?.name
  return (
    <Screen
      title={clinician?.name ?? t('booking.calendar.title')}
      heading={clinician && <Heading clinician={clinician} />}
      lead={
        <>
          {clinician && <p>{clinician.specialty}</p>}
          <BookingFacts product={product} />
        </>
      }
      identity={<BookingIdentity />}
      action={<ReserveBar {...calendar} name={name} />}
    >
      <Filter product={product} clinician={clinician} all={all} date={state.date} />
      {notice?.kind === 'timeout' && <NoticeAlert notice={notice} timeZone={timeZone} />}
      <CalendarDays {...calendar} clinicians={clinician ? undefined : all} />
      <JoinWaitlist productId={product.id} clinicianId={clinician?.id} timeZone={timeZone} />
    </Screen>
  )
}

function Heading({ clinician: { name, photoUrl } }: { clinician: BookableClinician }) {
  return (
    <span className={css.heading}>
      <Avatar name={name} photo={photoUrl} size={64} />
      {name}
    </span>
  )
}

/** Summary line of the booking: "Nutrición · 39,00 € · 20 min". */
function BookingFacts({ product }: { product: Product }) {
  const booking = useBooking()
  const patientId = booking?.productId === product.id ? booking.patientId : undefined
  return (
    <Facts>
      <span>{product.name}</span>
      <span>
        <ProductPrice product={product} patientId={patientId} />
      </span>
      <span>{formatMinutes(product.durationMinutes)}</span>
    </Facts>
  )
}

/** Links to the clinician's profile and to the times of other clinicians or of all; the open day is kept. */
function Filter({ product, clinician, all, date }: CalendarProps & { date: string }) {
  const [isOpen, setOpen] = useState(false)
  const { slug: productSlug } = product
  const others = all.filter(({ id }) => id !== clinician?.id)
  return (
    <div className={css.others}>
      {clinician && (
        <LinkButton
          variant="link"
          fit
          href={pathOf('clinicianProfile', { id: clinician.id }, { product: productSlug })}
        >
          {t('booking.calendar.profile')}
        </LinkButton>
      )}
      {all.length > 1 && (
        <Button variant="link" fit onClick={() => setOpen(true)}>
          {t(clinician ? 'booking.calendar.change' : 'booking.calendar.choose')}
        </Button>
      )}
      <Dialog open={isOpen} title={t('booking.calendar.changeTitle')} onClose={() => setOpen(false)}>
        {clinician && (
          <List>
            <ListRow
              icon="calendar"
              title={t('booking.calendar.anybody')}
              href={pathOf('productCalendar', { slug: productSlug }, { date })}
            />
          </List>
        )}
        <ClinicianList
          clinicians={others}
          hrefOf={(clinicianId) => pathOf('clinicianCalendar', { clinicianId, productSlug }, { date })}
        />
      </Dialog>
    </div>
  )
}

/** State of the calendar screen: the open day, its times, and the step to payment. */
export function useCalendar(product: Product, of: CalendarScope) {
  const booking = useBooking()
  const times = useCalendarSlots(product, { ...of, preselects: true }, booking?.sessionKey)
  const { state, dispatch } = times
  const rules = useAnswerRules()
  const { clinician } = of
  const hold = useHold(product.slug, (error) => dispatch({ type: 'holdRefused', error }))

  function reserve(): void {
    const { selectedSlot } = state
    const clinicianId = selectedSlot?.clinicianId ?? clinician?.id
    if (!selectedSlot || !clinicianId) dispatch({ type: 'pressedWithoutSlot' })
    else if (booking?.productId === product.id && !missingStep(product, { ...booking, mode: 'later' }, rules))
      hold.mutate({ ...selectedSlot, clinicianId })
    else answerFirst(product, { booking, clinicianId: clinician?.id, rules })
  }
  return { ...times, reserve, isHolding: hold.isPending }
}

/** A patient who arrives by a link answers the questions first; they lead back to this calendar. */
function answerFirst(
  product: Product,
  {
    booking,
    clinicianId,
    rules,
  }: { booking: Booking | undefined; clinicianId: string | undefined; rules: AnswerRules },
): void {
  const { id: productId, slug } = product
  startBooking({ productId, productSlug: slug, mode: 'later', clinicianId })
  const isTold = booking?.productId === productId && missingStep(product, booking, rules)?.step === 'summary'
  goTo(isTold ? pathOf('summary', { slug }) : pathOf('questions', { slug }))
}

function useHold(productSlug: string, onRefused: (error: unknown) => void) {
  return useMutation(
    ({ clinicianId, startTime, endTime }: Required<OfferedSlot>) => holdSlot(clinicianId, { startTime, endTime }),
    {
      onDone: () => goTo(pathOf('checkout')),
      onRefused,
      stale: (_reply, { clinicianId }) => [
        callKey(listSlots, { id: clinicianId }),
        callKey(listProductSlots, { slug: productSlug }),
      ],
    },
  )
}
