import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { clockTime, longMoment } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { CalendarDays } from '../../booking/calendar/CalendarDays.tsx'
import { type BookableClinician, ClinicianList } from '../../booking/calendar/ClinicianList.tsx'
import { NoticeAlert } from '../../booking/calendar/ReserveBar.tsx'
import { useTimes } from '../../booking/calendar/use-times.ts'
import { Identity } from '../../profile/account/Identity.tsx'
import { RescheduleDialog } from './RescheduleDialog.tsx'
import { reschedulePath } from './reschedule-path.ts'

interface RescheduleCalendarProps {
  consultation: Consultation
  product: Product
  clinician: BookableClinician
  others: readonly BookableClinician[]
}

/** The free times of a clinician for who has one already; nothing happens to it until the new one is confirmed. */
export function RescheduleCalendar({ consultation, product, clinician, others }: RescheduleCalendarProps) {
  const times = useTimes(product, { clinician, all: [clinician] })
  const { state, dispatch } = times
  const { timeZone } = clinician
  const [isConfirming, setConfirming] = useState(false)
  const { chosen } = state
  const time = chosen && clockTime(chosen.startTime, timeZone)
  const press = () => (chosen ? setConfirming(true) : dispatch({ type: 'pressedWithoutSlot' }))
  const notice = state.notice && <NoticeAlert notice={state.notice} timeZone={timeZone} />
  return (
    <Screen
      title={t('care.move.title')}
      lead={`${clinician.name} · ${clinician.specialty}`}
      identity={<Identity patientId={consultation.patient.id} />}
      action={
        <>
          {notice}
          <Button variant="primary" onClick={press}>
            {time ? t('care.move.to', { time }) : t('booking.calendar.pick')}
          </Button>
        </>
      }
    >
      <Alert
        tone="info"
        title={t(`care.move.${keepsOf(consultation)}`, { moment: longMoment(consultation.startTime ?? '', timeZone) })}
      />
      <Others consultationId={consultation.id} others={others} />
      <CalendarDays {...times} />
      {isConfirming && chosen && (
        <RescheduleDialog
          consultation={consultation}
          clinician={clinician}
          slot={chosen}
          onRefused={(error) => {
            setConfirming(false)
            dispatch({ type: 'holdRefused', error })
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Screen>
  )
}

/** What becomes of the hour that they have, while no other is confirmed: the clinic may not keep it, or not have kept it. */
function keepsOf(consultation: Consultation, now = serverDate()): 'keeps' | 'offered' | 'late' {
  if (areTimesOffered(consultation, now)) return 'offered'
  return new Date(consultation.startTime ?? now) < now ? 'late' : 'keeps'
}

function Others({ consultationId, others }: { consultationId: string; others: readonly BookableClinician[] }) {
  const [isOpen, setOpen] = useState(false)
  if (others.length === 0) return null
  return (
    <div>
      <Button variant="link" fit onClick={() => setOpen(true)}>
        {t('booking.calendar.change')}
      </Button>
      <Dialog open={isOpen} title={t('booking.calendar.changeTitle')} onClose={() => setOpen(false)}>
        <ClinicianList clinicians={others} hrefOf={(id) => reschedulePath(consultationId, id)} />
      </Dialog>
    </div>
  )
}
