import { isStillRelevant } from '@cuida/core/care/reminder/notification-relevance.ts'
import { type CareNotificationKind, templateName } from '@cuida/core/notifications/choice/notifications.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { Notification, NotificationDefinition } from '../../notifications/notification.ts'
import type { Services } from '../../services.ts'
import { findPatientParticipant, findRunningCall } from '../call/call-store.ts'
import { careContent } from './care-content.ts'
import { findCareNotification } from './care-notification-store.ts'

const definitionOf = (type: CareNotificationKind): NotificationDefinition => ({
  channels: 'chosen',
  undelivered: templateName(type),
  async content(services, notification, timeZone) {
    const care = await findCareNotification(services.db, notification)
    if (!care) return undefined
    const snapshot = { ...care.about, rings: await rings(services, notification) }
    if (!isStillRelevant({ ...notification, kind: type }, snapshot, services.now())) return undefined
    return careContent(services, { ...notification, ...care, type }, timeZone)
  },
})

/** The notifications to patients about a consultation. */
export const careNotifications: Record<CareNotificationKind, NotificationDefinition> = {
  booked: definitionOf('booked'),
  moved: definitionOf('moved'),
  cancelled: definitionOf('cancelled'),
  refunded: definitionOf('refunded'),
  'too-late': definitionOf('too-late'),
  'reminder-day': definitionOf('reminder-day'),
  'reminder-hour': definitionOf('reminder-hour'),
  'reminder-soon': definitionOf('reminder-soon'),
  called: definitionOf('called'),
  missed: definitionOf('missed'),
  reassigned: definitionOf('reassigned'),
  late: definitionOf('late'),
  'late-choice': definitionOf('late-choice'),
  'after-hours': definitionOf('after-hours'),
  'times-offered': definitionOf('times-offered'),
  requeued: definitionOf('requeued'),
  notes: definitionOf('notes'),
  prescription: definitionOf('prescription'),
  turn: definitionOf('turn'),
}

/** Whether a call is on that the patient has neither joined nor declined. */
async function rings({ db }: Services, { type, consultationId }: Notification): Promise<boolean> {
  if (type !== 'called' || !consultationId) return false
  const call = findRunningCall(await actionsOf(db, consultationId))
  if (!call) return false
  const participant = await findPatientParticipant(db, consultationId, call.actionId)
  return !participant?.joined && !participant?.declined
}
