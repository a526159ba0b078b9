import { plainEmail } from '../../notifications/email.ts'
import type { NotificationDefinition } from '../../notifications/notification.ts'
import { findReviewer } from './break-glass-store.ts'

/**
 * Notifies a clinical manager of an emergency access to review, without naming the patient; skipped once it is
 * reviewed. `subjectId` is the id of the access.
 */
export const emergencyAccessOpened: NotificationDefinition = {
  channels: ['email'],
  undelivered: 'record-opened',
  async content(services, { id, subjectId, staffId }) {
    const to =
      subjectId && staffId ? await findReviewer(services.db, { emergencyAccessId: subjectId, staffId }) : undefined
    const locale = services.config.patientAppLanguage
    return to ? { email: () => plainEmail(services, { to, locale, kind: 'recordOpened', key: id }) } : undefined
  },
}
