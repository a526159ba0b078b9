import { plainEmail } from '../../notifications/email.ts'
import type { NotificationDefinition } from '../../notifications/notification.ts'
import { findReviewer } from './break-glass-store.ts'

/**
 * Tells a clinical manager that there is an opening to review, and nothing of whose record it was; whoever has reviewed it
 * meanwhile hears nothing. `subjectId`: the opening.
 */
export const recordOpened: NotificationDefinition = {
  channels: ['email'],
  undelivered: 'record-opened',
  async content(services, { id, subjectId, staffId }) {
    const to = subjectId && staffId ? await findReviewer(services.db, { openingId: subjectId, staffId }) : undefined
    const locale = services.config.patientAppLanguage
    return to ? { email: () => plainEmail(services, { to, locale, kind: 'recordOpened', key: id }) } : undefined
  },
}
