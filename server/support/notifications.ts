import { WEBINAR_REMINDER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { startOf } from '@cuida/core/support/webinars/webinar.ts'
import { formatMomentFor } from '../kit/i18n/format-moment.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import { plainEmail } from '../notifications/email.ts'
import type { NotificationDefinition } from '../notifications/notification.ts'
import { isQuestionAnswered } from './questions/question-store.ts'
import { hasSeat } from './webinars/webinar-store.ts'

/** Says that there is an answer, without its content. `subjectId`: the question. */
const answered: NotificationDefinition = {
  channels: 'chosen',
  undelivered: 'answered',
  async content(services, { id, subjectId, accountId, email, locale }) {
    const { db, config, env, catalogueFor } = services
    if (!subjectId || !accountId || !(await isQuestionAnswered(db, subjectId, accountId))) return undefined
    const translate = createTranslator(locale, catalogueFor(locale))
    const path = '/send-your-question'
    return {
      text: () => translate('messages.answered.short', { partner: config.partnerName, link: env.PUBLIC_URL + path }),
      push: () => ({ title: config.partnerName, body: translate('messages.push.notification'), path }),
      email: () => plainEmail(services, { to: email ?? '', locale, kind: 'answered', key: id }),
    }
  },
}

const BEFORE_MS = WEBINAR_REMINDER_MINUTES * 60_000

/**
 * Says that a webinar begins soon and when, on the channels chosen for reminders; its subject could reveal a
 * condition, so it is left out. `subjectId`: the webinar. When the clinic has moved it to a later time, the reminder
 * is postponed.
 */
const webinar: NotificationDefinition = {
  channels: 'chosen',
  undelivered: 'webinar',
  async content(services, { id, subjectId, accountId, email, locale }, timeZone) {
    const { db, config, content, env, catalogueFor, now } = services
    if (!subjectId || !accountId || !(await hasSeat(db, subjectId, accountId))) return undefined
    const found = content.webinars(locale).find((each) => each.id === subjectId)
    if (!found || startOf(found) <= now()) return undefined
    const due = new Date(startOf(found).getTime() - BEFORE_MS)
    if (due > now()) return { notBefore: due }
    const translate = createTranslator(locale, catalogueFor(locale))
    const when = formatMomentFor(services, startOf(found), { locale, timeZone })
    const path = `/webinars/${found.slug}`
    const link = env.PUBLIC_URL + path
    return {
      text: () => translate('messages.webinar.short', { partner: config.partnerName, when, link }),
      push: () => ({
        title: config.partnerName,
        body: translate('messages.push.reminder'),
        path,
        ttlSeconds: BEFORE_MS / 1_000,
      }),
      email: () => plainEmail(services, { to: email ?? '', locale, kind: 'webinar', key: id, values: { when } }),
    }
  },
}

export const supportNotifications = { answered, webinar }
