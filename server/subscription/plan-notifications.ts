import type { PlanNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import { isPlanNotificationRelevant } from '@cuida/core/subscription/plan-notification-relevance.ts'
import { templateFor } from '../brand/whatsapp-template.ts'
import { type EmailBody, emailHtml, emailText } from '../kit/i18n/email-html.ts'
import { formatLongDay } from '../kit/i18n/format-moment.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import type { Content, NotificationDefinition } from '../notifications/notification.ts'
import type { Services } from '../services.ts'
import { findPlanOf, type PlanNotification } from './plan-notification-store.ts'

const definitionOf = (type: PlanNotificationKind): NotificationDefinition => ({
  channels: 'chosen',
  undelivered: type,
  async content(services, notification, timeZone) {
    const about = await findPlanOf(services.db, notification)
    if (!about || !isPlanNotificationRelevant({ ...notification, kind: type }, about, services.now())) return undefined
    return planContent(services, { ...notification, type, about }, timeZone)
  },
})

export const planNotifications: Record<PlanNotificationKind, NotificationDefinition> = {
  'plan-paused': definitionOf('plan-paused'),
  'plan-resumed': definitionOf('plan-resumed'),
  'plan-released': definitionOf('plan-released'),
}

/** The text says "your plan", because the plan's name may reveal a treatment. */
function planContent(
  { config, catalogueFor, env, now }: Services,
  { id, type: kind, about: { paidUntil }, email, locale }: PlanNotification,
  timeZone: string | null,
): Content {
  const translate = createTranslator(locale, catalogueFor(locale))
  const link = `${env.PUBLIC_URL}/subscription-manager`
  const partner = config.partnerName
  const values = {
    partner,
    link,
    email: config.partnerConfig.supportProvider.info.email,
    paid: String(paidUntil !== null && paidUntil > now()),
    day: paidUntil
      ? formatLongDay(paidUntil, { locale, timeZone: timeZone ?? config.timeZone, dateFormats: config.dateFormats })
      : '',
  }
  return {
    text: () => translate(`messages.notification.${kind}.short`, values),
    template: () => templateFor(config, { name: kind, locale }, values),
    push: () => ({ title: partner, body: translate('messages.push.notification'), path: new URL(link).pathname }),
    async email() {
      const body: EmailBody = {
        locale,
        partner,
        colour: config.brand.brand,
        heading: translate(`messages.notification.${kind}.subject`, values),
        text: translate(`messages.notification.${kind}.text`, values),
        links: [{ label: translate('messages.notification.open'), url: link }],
      }
      return { to: email ?? '', subject: body.heading, text: emailText(body), html: emailHtml(body), key: id }
    },
  }
}
