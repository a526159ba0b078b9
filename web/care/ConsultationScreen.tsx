import { belongsInCalendar } from '@cuida/core/care/calendar-file/calendar-file.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { isRatable } from '@cuida/core/care/rating/rating.ts'
import { isCancelled, isPast } from '@cuida/core/consultation/status/status.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { Countdown } from '@cuida/ui/Countdown/Countdown.tsx'
import { DateTile, Tile } from '@cuida/ui/DateTile/DateTile.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { dayOf, formatDate, formatLongMoment, formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Live } from '@cuida/ui/Live/Live.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Timeline } from '@cuida/ui/Timeline/Timeline.tsx'
import type { ReactNode } from 'react'
import { RepeatButton } from '../booking/repeat/RepeatButton.tsx'
import { Professional } from '../catalogue/clinician/Professional.tsx'
import { Faqs } from '../catalogue/faqs/Faqs.tsx'
import { answerByMessage, forecastMessage, waitMessage } from '../catalogue/product/forecast-messages.ts'
import { useForecast } from '../catalogue/queries.ts'
import { startsSoon } from '../catalogue/starts-in.ts'
import { AddToCalendar } from '../consultation/calendar-file/AddToCalendar.tsx'
import { PatientStatusChip } from '../consultation/PatientStatusChip.tsx'
import { isNotFound, useConsultation } from '../consultation/queries.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { useSession } from '../kit/session/session.tsx'
import { Identity } from '../profile/account/Identity.tsx'
import { pathOf } from '../routes.ts'
import { ManageBooking } from './booked/ManageBooking.tsx'
import { RescheduledAlert } from './booked/RescheduledAlert.tsx'
import { SummarySection } from './booked/SummarySection.tsx'
import css from './ConsultationScreen.module.css'
import { Documents } from './documents/Documents.tsx'
import { Guests } from './guest/Guests.tsx'
import { useMarkRead } from './home/patient-task-queries.ts'
import { DownloadButton } from './issued-document/DownloadButton.tsx'
import { Notes } from './Notes.tsx'
import { PrescriptionCard } from './prescription/PrescriptionCard.tsx'
import { usePrescriptionsOf } from './prescription/prescription-queries.ts'
import { useOrderOf } from './queries.ts'
import { Waiting } from './queue/Waiting.tsx'
import { RefundNotice } from './RefundNotice.tsx'
import { RatingForm } from './rating/RatingForm.tsx'
import { explainStatus, stepsOf } from './record/status-explanation.ts'
import { useNow } from './use-now.ts'

/** B2.23: what happens now, what happens next, and how long it takes. */
export function ConsultationScreen({ params }: { params: Record<string, string> }) {
  const consultation = useConsultation(params.id ?? '')
  const { data } = consultation
  if (isNotFound(consultation.error)) return <Missing />
  return (
    <Screen
      title={data?.product.name ?? t('care.one.title')}
      arrival={data && isCancelled(data.status) ? 'cancelled' : undefined}
      identity={data && <Identity patientId={data.patient.id} />}
    >
      <QueryBoundary query={consultation} lines={6} keepsStale>
        {(consultation) =>
          consultation.type === 'medical-update' ? (
            <MedicalUpdate consultation={consultation} />
          ) : (
            <Details consultation={consultation} />
          )
        }
      </QueryBoundary>
    </Screen>
  )
}

/** A clinician wrote a requested change into the patient's medical history: when, who, and where to read it. */
function MedicalUpdate({ consultation: { clinician, createdAt, patient } }: { consultation: Consultation }) {
  const { timeZone } = usePartner()
  const { profile } = useSession()
  const history = profile && profile.id !== patient.id ? 'familyHistory' : 'ownHistory'
  return (
    <Stack>
      {clinician && <Professional clinician={clinician} />}
      <p>{t('care.medicalUpdate.text', { day: formatDate(dayOf(createdAt, timeZone)) })}</p>
      <LinkButton variant="primary" href={pathOf(history)}>
        {t('care.medicalUpdate.read')}
      </LinkButton>
    </Stack>
  )
}

function Missing() {
  const action = <LinkButton href={pathOf('consultations')}>{t('care.reminder.toList')}</LinkButton>
  return (
    <Screen title={t('care.one.title')}>
      <EmptyState title={t('care.one.missing')} action={action} />
    </Screen>
  )
}

function Details({ consultation }: { consultation: Consultation }) {
  const { status, notes, orderId } = consultation
  useMarkRead(consultation.id, isPast(status) && notes.length > 0)
  const steps = stepsOf(consultation, usePartner().timeZone)
  const order = useOrderOf(consultation)
  const now = useNow()
  return (
    <Stack>
      <p>
        <PatientStatusChip consultation={consultation} now={now} />
      </p>
      <RescheduledAlert consultation={consultation} />
      {consultation.clinician && <Professional clinician={consultation.clinician} />}
      {isPast(status) ? (
        <PastSummary consultation={consultation}>{order && <RefundNotice order={order} />}</PastSummary>
      ) : (
        <>
          <UrgentAdvice consultation={consultation} />
          <Moment consultation={consultation} now={now} />
          <Waiting consultation={consultation} />
        </>
      )}
      <ToCalendar consultation={consultation} now={now} />
      {status === 'PENDING' && orderId && (
        <LinkButton variant="primary" href={pathOf('order', { id: orderId })}>
          {t('care.one.toPayment')}
        </LinkButton>
      )}
      <SummarySection consultation={consultation} />
      {isPast(status) && <Notes notes={notes} status={status} />}
      <Guests consultation={consultation} />
      <Documents consultation={consultation} />
      <Prescriptions consultation={consultation} />
      <IssuedDocuments consultation={consultation} />
      {isRatable(consultation) && <RatingForm consultationId={consultation.id} rating={consultation.rating} />}
      {steps.length > 0 && (
        <Section title={t('care.one.steps')}>
          <Timeline steps={steps} label={t('care.one.steps')} />
        </Section>
      )}
      {order && !isPast(status) && <ManageBooking consultation={consultation} order={order} now={now} />}
      {order?.paymentId && order.amount > 0 && isPast(status) && !isCancelled(status) && (
        <LinkButton href={pathOf('paymentDetails', undefined, { id: order.paymentId })} variant="quiet" icon="card">
          {t('care.one.receipt')}
        </LinkButton>
      )}
      <Faqs topic="consultation" />
      <LinkButton href={pathOf('support')} variant="quiet" icon="help">
        {t('care.one.questions')}
      </LinkButton>
      {isPast(status) && <RepeatButton consultation={consultation} />}
    </Stack>
  )
}

/** The booked time with its countdown, or the place in the queue, and the explanation of the current state. */
function Moment({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { startTime, status, position, expectedWait, type, missedCalls, answerBy } = consultation
  const { timeZone, emergencyPhoneNumber } = usePartner()
  const story = explainStatus(consultation, emergencyPhoneNumber, now)
  const soon = startTime && startsSoon(startTime, timeZone, now) && !areTimesOffered(consultation, now)
  const due = useDue(consultation)
  return (
    <>
      {missedCalls > 0 && <Alert tone={consultation.isHere ? 'success' : 'warning'} title={story.now} />}
      {startTime ? (
        <DateTile at={startTime} timeZone={timeZone} note={formatTimeZone(timeZone, startTime)}>
          {soon && (
            <p>
              <Countdown until={startTime} text={(remainingTime) => t('care.one.startsIn', { left: remainingTime })} />
            </p>
          )}
        </DateTile>
      ) : (
        type === 'on-demand' &&
        status === 'QUEUED' &&
        position !== null && (
          <Tile
            above={t('care.one.place')}
            numeral={<Live text={t('care.one.position', { position })} />}
            note={expectedWait ? <Live text={waitMessage(expectedWait)} /> : due}
          />
        )
      )}
      <div className={css.story} aria-live="polite">
        {missedCalls === 0 && <p className={css.now}>{story.now}</p>}
        <p>{story.next}</p>
        {answerBy && <p>{answerByMessage(answerBy, timeZone)}</p>}
      </div>
    </>
  )
}

/** While no clinician is on duty: when the next one is due, if known. */
function useDue({ product, type, status, expectedWait, afterHoursSince }: Consultation): string | undefined {
  const { timeZone } = usePartner()
  const needsForecast = type === 'on-demand' && status === 'QUEUED' && !expectedWait && !afterHoursSince
  const { data } = useForecast(product.slug, needsForecast)
  return needsForecast && data?.from ? forecastMessage({ wait: null, from: data.from }, timeZone) : undefined
}

function PastSummary({ consultation, children }: { consultation: Consultation; children: ReactNode }) {
  const { startTime, createdAt, patient, preferredContactMethod } = consultation
  const { timeZone, emergencyPhoneNumber } = usePartner()
  const story = explainStatus(consultation, emergencyPhoneNumber)
  const when = startTime ? formatLongMoment(startTime, timeZone) : formatDate(dayOf(createdAt, timeZone))
  return (
    <>
      <p className={css.now}>{story.now}</p>
      <p>{story.next}</p>
      {children}
      <DescriptionList
        items={[
          { term: t('care.one.when'), description: when },
          { term: t('care.one.how'), description: t(`care.medium.${preferredContactMethod}`) },
          { term: t('care.one.for'), description: patient.firstName },
        ]}
      />
    </>
  )
}

/** The consultation's prescriptions; nothing without any. */
function Prescriptions({ consultation }: { consultation: Consultation }) {
  const found = usePrescriptionsOf(consultation)
  if (found.length === 0) return null
  return (
    <Section title={t('care.prescriptions.ofThis')}>
      <Stack>
        {found.map((prescription) => (
          <PrescriptionCard key={prescription.id} prescription={prescription} />
        ))}
      </Stack>
    </Section>
  )
}

/** Downloads once the notes are signed. Prescriptions have their own beside them. */
function IssuedDocuments({ consultation }: { consultation: Consultation }) {
  const { id, notes, letters, status, startTime, createdAt } = consultation
  if (notes.length === 0 && letters.length === 0) return null
  const at = startTime ?? createdAt
  return (
    <Section title={t('care.issuedDocuments.title')}>
      <p>{t('care.issuedDocuments.text')}</p>
      {letters.map(({ id: letterId, kind, recipient, signedAt }) => (
        <div key={letterId}>
          {recipient && <p>{t('care.letter.to', { recipient })}</p>}
          <DownloadButton type={kind} id={id} letterId={letterId} at={signedAt} />
        </div>
      ))}
      {notes.length > 0 && <DownloadButton type="notes" id={id} at={at} />}
      {status === 'CLOSED' && <DownloadButton type="attendance" id={id} at={at} />}
    </Section>
  )
}

/** A possible emergency is first in the queue and is still told to call the emergency number. */
function UrgentAdvice({ consultation: { isUrgent, type, status } }: { consultation: Consultation }) {
  const { emergencyPhoneNumber: number } = usePartner()
  if (!isUrgent) return null
  return (
    <Alert
      tone="danger"
      title={t('booking.urgent.title')}
      action={
        <LinkButton href={`tel:${number}`} variant="danger" icon="phone" fit>
          {t('booking.urgent.call', { number })}
        </LinkButton>
      }
    >
      {t(type === 'on-demand' && status === 'QUEUED' ? 'care.waiting.urgent' : 'booking.urgent.text', { number })}
    </Alert>
  )
}

/** Adds the booked time to the patient's calendar. Not shown while the clinic offers other times instead. */
function ToCalendar({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { id, startTime, endTime, status, calendarSequence, isConfirmed } = consultation
  if (!startTime || !endTime || !belongsInCalendar(status) || areTimesOffered(consultation, now)) return null
  const path = pathOf('consultation', { id })
  return (
    <>
      {isConfirmed && <Alert tone="success" title={t('care.one.confirmed')} />}
      <AddToCalendar
        title="care.calendar.title"
        start={startTime}
        end={endTime}
        id={id}
        path={path}
        sequence={calendarSequence}
      />
    </>
  )
}
