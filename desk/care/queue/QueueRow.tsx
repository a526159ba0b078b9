import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { formatWhenShort, minutesSince } from '../../kit/clinic-time.ts'
import { RowLink } from '../../kit/page/RowLink.tsx'
import css from './QueueRow.module.css'

/** Longer waits exceed what the patient was told: the row is marked. */
const LONG_WAIT_MINUTES = 15

/** One row: patient, age, waiting time or slot, medium, and missed calls. */
export function QueueRow({ item, isChosen, now }: { item: QueueItem; isChosen: boolean; now: number }) {
  const {
    id,
    patient,
    productName,
    reason,
    contactMethod,
    missedCalls,
    isConfirmed,
    isHere,
    transfer,
    leftBy,
    urgent,
    asideUntil,
    queuedAt,
    startTime,
    queueColumn,
  } = item
  const waited = queuedAt && !startTime ? minutesSince(queuedAt, now) : undefined
  const isLate =
    (queueColumn === 'waiting' || queueColumn === 'urgent') && waited !== undefined && waited >= LONG_WAIT_MINUTES
  return (
    <li>
      <RowLink
        href={`/consultations/${id}`}
        isChosen={isChosen}
        className={css.row}
        data-column={queueColumn}
        data-more={urgent || asideUntil ? '' : undefined}
      >
        <span className={css.who}>
          <span className={css.name}>
            {patient.firstName} {patient.lastName}
          </span>
          <span className={css.age}>
            <VisuallyHidden>, </VisuallyHidden>
            {patient.age}
            <VisuallyHidden> {t('desk.queue.years')}</VisuallyHidden>
          </span>
        </span>
        <span className={css.why}>
          <VisuallyHidden>, </VisuallyHidden>
          {[productName, reason].filter(Boolean).join(' · ')}
        </span>
        {urgent && (
          <span className={css.urgent} title={t('desk.urgent.of', { answers: urgent })}>
            <VisuallyHidden>, {t('desk.urgent.of', { answers: '' })}</VisuallyHidden>
            {urgent}
          </span>
        )}
        {asideUntil && (
          <span className={css.aside}>
            <VisuallyHidden>, </VisuallyHidden>
            {t('desk.queue.aside', { time: formatWhenShort(asideUntil, now) })}
          </span>
        )}
        {isHere && (
          <span className={css.here}>
            <VisuallyHidden>, </VisuallyHidden>
            {t('desk.queue.here')}
          </span>
        )}
        {transfer && (
          <span className={css.here} title={t('desk.transfer.from', { colleague: transfer.by })}>
            <VisuallyHidden>, </VisuallyHidden>
            {t('desk.transfer.mark')}
          </span>
        )}
        {leftBy && (
          <span className={css.left} title={t('desk.queue.leftBy', { colleague: leftBy })}>
            <VisuallyHidden>, </VisuallyHidden>
            {t('desk.queue.left')}
          </span>
        )}
        {missedCalls > 0 && !isHere && (
          <span className={css.missed} title={t('desk.queue.missed', { count: missedCalls })}>
            <Icon name="hang-up" size={16} />
            <span aria-hidden="true">{missedCalls}</span>
            <VisuallyHidden>, {t('desk.queue.missed', { count: missedCalls })}</VisuallyHidden>
          </span>
        )}
        <span className={css.when} data-late={isLate || undefined}>
          <VisuallyHidden>, {t(startTime ? 'desk.queue.bookedAt' : 'desk.queue.waiting')} </VisuallyHidden>
          {startTime ? formatWhenShort(startTime, now) : formatMinutes(waited ?? 0)}
        </span>
        {isConfirmed && (
          <span title={t('desk.queue.confirmed')}>
            <Icon name="check" size={16} />
            <VisuallyHidden>, {t('desk.queue.confirmed')}</VisuallyHidden>
          </span>
        )}
        <Icon name={contactMethod === 'video' ? 'video' : 'phone'} size={20} />
        <VisuallyHidden>, {t(`desk.medium.${contactMethod}`)}</VisuallyHidden>
      </RowLink>
    </li>
  )
}
