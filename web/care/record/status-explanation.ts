import type { Consultation } from '@cuida/core/care/consultation.ts'
import { overdueMinutes } from '@cuida/core/care/queue/waiting.ts'
import type { CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { cancelledBy, MISSED_CALLS_BEFORE_CANCELLATION } from '@cuida/core/consultation/status/status.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { capitalize, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { withArticle } from '../../kit/navigation/with-article.ts'

/** The explanation of a consultation's state (B4.11). */
export interface StatusExplanation {
  /** What happens now. */
  now: string
  /** What happens next, and how long it takes. */
  next: string
}

/**
 * Explains the current and the next step for each status and contact method. `emergency`: the emergency phone number.
 */
export function explainStatus(consultation: Consultation, emergency: string, now = serverDate()): StatusExplanation {
  const key = explanationKey(consultation, now)
  const values = {
    emergency,
    name: consultation.clinician ? withArticle(consultation.clinician.name) : t('care.aProfessional'),
    // No-break spaces keep the number on one line.
    phone: (consultation.maskedPhone ?? '').replaceAll(' ', '\u00a0'),
    left: MISSED_CALLS_BEFORE_CANCELLATION - consultation.missedCalls,
    missed: consultation.missedCalls,
    position: consultation.position ?? 1,
    from: consultation.expectedWait?.from ?? 0,
    to: consultation.expectedWait?.to ?? 0,
    ahead: consultation.ahead ?? 0,
    minutes: (consultation.startTime && overdueMinutes(new Date(consultation.startTime), now)) || 0,
    attempt: consultation.missedCalls + 1,
  }
  const explain = (when: 'now' | 'next') => capitalize(t(`care.story.${key}.${when}`, values))
  return { now: explain('now'), next: explain('next') }
}

/** Key of the explanation; locale keys: `care.story.<key>.now` and `.next`. */
export function explanationKey(consultation: Consultation, now: Date): string {
  const { status, missedCalls } = consultation
  switch (status) {
    case 'QUEUED':
      return waitingKey(consultation, now)
    case 'ACTIVE':
      return activeKey(consultation)
    case 'CLOSED':
    case 'CLOSED_WITH_ERROR':
      return closedKey(consultation) ?? status.toLowerCase()
    case 'CANCELLED':
    case 'CANCELLING':
      return missedCalls >= MISSED_CALLS_BEFORE_CANCELLATION
        ? 'cancelled.missed'
        : `cancelled.${cancelledBy(consultation.actions) ?? 'patient'}`
    default:
      return status.toLowerCase()
  }
}

const ENDED: Partial<Record<CloseOutcome, string>> = {
  'patient-left': 'left',
  'in-person': 'in_person',
  emergency: 'emergency',
  'technical-failure': 'technical',
}
const closedKey = ({ closedFor }: Consultation): string | undefined => (closedFor ? ENDED[closedFor] : undefined)

function waitingKey(consultation: Consultation, now: Date): string {
  const { type, missedCalls, startTime, expectedWait, preferredContactMethod: medium } = consultation
  if (consultation.afterHoursSince) return consultation.keptUntil ? 'kept' : 'shut'
  if (missedCalls > 0) return consultation.isHere ? 'here' : missedKey(consultation)
  if (type === 'scheduled') {
    if (areTimesOffered(consultation, now)) return 'offered'
    if (!startTime || !overdueMinutes(new Date(startTime), now)) return `booked.${medium}`
    if (!expectedWait) return 'late.unknown'
    return (consultation.ahead ?? 0) > 0 ? 'late.known' : 'late.soon'
  }
  if (consultation.isAway) return 'away'
  return expectedWait ? `waiting.${medium}` : 'waiting.unknown'
}

const missedKey = ({ failedFor }: Consultation): string => (failedFor === 'WRONG_NUMBER' ? 'missed.number' : 'missed')

/** The method in use counts, not the requested one: it may change during the consultation. */
function activeKey({ isReassigned, preferredContactMethod, videoCallId, callState, isAway }: Consultation): string {
  if (!videoCallId && callState === 'ringing') return 'ringing'
  if (!videoCallId && callState === 'ongoing') return 'talking'
  return `${isReassigned ? 'reassigned' : 'active'}.${isAway ? 'phone' : preferredContactMethod}`
}

type Steps = 'paid' | 'waiting' | 'taken' | 'talked' | 'closed'
const REACHED: Record<string, Steps> = {
  PENDING: 'paid',
  QUEUED: 'waiting',
  ACTIVE: 'taken',
  CLOSING: 'talked',
  CLOSED: 'closed',
}
const ORDER: Steps[] = ['paid', 'waiting', 'taken', 'talked', 'closed']

export interface Step {
  label: string
  state: 'done' | 'now' | 'next'
  time: string | undefined
}

/** The consultation as a timeline of done, current and next steps. Empty when it was cut short. */
export function stepsOf({ status, actions, closedFor }: Consultation, timeZone: string): Step[] {
  const reached = REACHED[status]
  if (!reached || (closedFor && closedFor !== 'completed')) return []
  const at = ORDER.indexOf(reached)
  const timeOf: Partial<Record<Steps, string>> = {
    waiting: actions.find(({ type }) => type === 'QUEUED')?.createdAt,
    taken: actions.findLast(({ type }) => type === 'ASSIGNED')?.createdAt,
    talked: actions.findLast(({ type }) => type.endsWith('COMPLETED'))?.createdAt,
    closed: actions.findLast(({ type }) => type === 'CLOSED')?.createdAt,
  }
  return ORDER.map((step, index) => {
    const moment = index <= at ? timeOf[step] : undefined
    const state = index < at || step === 'closed' ? (index <= at ? 'done' : 'next') : index === at ? 'now' : 'next'
    return { label: t(`care.step.${step}`), state, time: moment && formatTime(moment, timeZone) }
  })
}
