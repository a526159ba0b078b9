import type { PlanNews } from '@cuida/core/news/choice/notifications.ts'
import { isStillPlanNews } from '@cuida/core/subscription/still-plan-news.ts'
import { templateFor } from '../brand/whatsapp-template.ts'
import { type EmailBody, emailHtml, emailText } from '../kit/words/email-html.ts'
import { dayInWords } from '../kit/words/moment-words.ts'
import { speak } from '../kit/words/words.ts'
import type { Content, NotificationDefinition } from '../notifications/notification.ts'
import type { Services } from '../services.ts'
import { findPlanOf, type PlanNotification } from './plan-notification-store.ts'

const definitionOf = (type: PlanNews): NotificationDefinition => ({
  channels: 'chosen',
  undelivered: type,
  async content(services, notification, timeZone) {
    const about = await findPlanOf(services.db, notification)
    if (!about || !isStillPlanNews({ ...notification, kind: type }, about, services.now())) return undefined
    return planContent(services, { ...notification, type, about }, timeZone)
  },
})

/** What a patient is told of a subscription. */
export const planNotifications: Record<PlanNews, NotificationDefinition> = {
  'plan-paused': definitionOf('plan-paused'),
  'plan-resumed': definitionOf('plan-resumed'),
  'plan-released': definitionOf('plan-released'),
}

/** What is told of a subscription. It is "your plan": its name may say what somebody is treated for. */
function planContent(
  { config, words, env, now }: Services,
  { id, type: kind, about: { paidUntil }, email, locale }: PlanNotification,
  timeZone: string | null,
): Content {
  const say = speak(locale, words(locale))
  const link = `${env.PUBLIC_URL}/subscription-manager`
  const partner = config.partnerName
  const values = {
    partner,
    link,
    email: config.partnerConfig.supportProvider.info.email,
    paid: String(paidUntil !== null && paidUntil > now()),
    day: paidUntil
      ? dayInWords(paidUntil, { locale, timeZone: timeZone ?? config.timeZone, dateFormats: config.dateFormats })
      : '',
  }
  return {
    text: () => say(`messages.news.${kind}.short`, values),
    template: () => templateFor(config, { name: kind, locale }, values),
    push: () => ({ title: partner, body: say('messages.push.news'), path: new URL(link).pathname }),
    async email() {
      const body: EmailBody = {
        locale,
        partner,
        colour: config.brand.brand,
        heading: say(`messages.news.${kind}.subject`, values),
        text: say(`messages.news.${kind}.text`, values),
        links: [{ label: say('messages.news.open'), url: link }],
      }
      return { to: email ?? '', subject: body.heading, text: emailText(body), html: emailHtml(body), key: id }
    },
  }
}
