import { isStaffNotificationRelevant } from '@cuida/core/consultation/staff-change.ts'
import type { StaffNotificationKind } from '@cuida/core/notifications/staff/staff-notifications.ts'
import { formatMomentFor } from '../../kit/i18n/format-moment.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import { plainEmail } from '../email.ts'
import type { NotificationDefinition } from '../notification.ts'
import { findStaffNotification } from './staff-notification-store.ts'

/** Time to live in seconds: after this long offline the push comes too late for the start. */
const URGENT_TTL = 600

const definitionOf = (kind: StaffNotificationKind): NotificationDefinition => ({
  channels: 'chosen',
  undelivered: 'staff-schedule',
  async content(services, { id, email }, timeZone) {
    const { db, config, env, catalogueFor, now } = services
    const notification = await findStaffNotification(db, id)
    if (!notification || !isStaffNotificationRelevant(notification, notification.about, now())) return undefined
    const locale = config.patientAppLanguage
    const moment = (time: Date): string => formatMomentFor(services, time, { locale, timeZone })
    const { startsAt, wasAt } = notification
    const values = { when: moment(startsAt), was: wasAt ? moment(wasAt) : '', link: `${env.DESK_URL}/desk/` }
    const isUrgent = kind === 'soon' || kind === 'late'
    return {
      email: () =>
        plainEmail(services, { to: email ?? '', locale, kind: `staffNotification.${kind}`, key: id, values }),
      push: () => ({
        title: config.partnerName,
        body: createTranslator(locale, catalogueFor(locale))(`messages.staffNotification.${kind}.push`, values),
        path: '/desk/',
        ...(isUrgent ? { urgency: 'high', ttlSeconds: URGENT_TTL } : {}),
      }),
    }
  },
})

/** The notifications to staff about a booked consultation. */
export const staffNotifications: { [K in StaffNotificationKind as `staff-${K}`]: NotificationDefinition } = {
  'staff-booked': definitionOf('booked'),
  'staff-moved': definitionOf('moved'),
  'staff-cancelled': definitionOf('cancelled'),
  'staff-passed-on': definitionOf('passed-on'),
  'staff-soon': definitionOf('soon'),
  'staff-late': definitionOf('late'),
}
