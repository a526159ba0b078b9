import { calendarFile, calendarMethod } from '@cuida/core/care/calendar-file/calendar-file.ts'
import { isCancelled } from '@cuida/core/consultation/status/status.ts'
import {
  type CareNotificationKind,
  deliveryRules,
  templateName,
} from '@cuida/core/notifications/choice/notifications.ts'
import { templateFor } from '../../brand/whatsapp-template.ts'
import { formatReceiptAmount } from '../../checkout/payment/receipt/receipt.ts'
import { type EmailBody, emailHtml, emailText } from '../../kit/i18n/email-html.ts'
import { formatMomentFor } from '../../kit/i18n/format-moment.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import type { Content } from '../../notifications/notification.ts'
import type { Email } from '../../providers/mail/port.ts'
import type { Services } from '../../services.ts'
import type { CareNotification } from './care-notification-store.ts'
import { reminderToken } from './reminder-token.ts'

const wordsOf = (kind: CareNotificationKind): string => `messages.notification.${templateName(kind)}`

/** A reminder of an appointment that the clinic cannot keep becomes the offer of other times. */
const kindOf = ({ type, about: { areTimesOffered } }: CareNotification): CareNotificationKind =>
  type.startsWith('reminder-') && areTimesOffered ? 'times-offered' : type

/** The texts of a notification with the partner's name, in the patient's language. They contain nothing clinical. */
export function careContent(services: Services, notification: CareNotification, timeZone: string | null): Content {
  const { config, catalogueFor, env } = services
  const { locale, startsAt, refund } = notification
  const kind = kindOf(notification)
  const consultationId = notification.about.id
  const translate = createTranslator(locale, catalogueFor(locale))
  const moment = startsAt ?? undefined
  const isReminder = kind.startsWith('reminder-')
  const page = `${env.PUBLIC_URL}/consultations/${consultationId}`
  const link = isReminder && moment ? reminderLink(services, { consultationId, startsAt: moment }) : page
  const pushWords = { called: 'called', turn: 'turn' }[kind as string] ?? (isReminder ? 'reminder' : 'notification')
  // A notification that is sent by push has no e-mail text of its own: when push fails, its push text is sent by e-mail.
  const isWritten = deliveryRules[kind].email || isReminder
  const values = {
    partner: config.partnerName,
    link,
    scheduled: String(moment !== undefined),
    when: moment ? formatMomentFor(services, moment, { locale, timeZone }) : '',
    money: String(refund.amount > 0),
    amount: formatReceiptAmount(refund.amount, refund.currency, locale),
  }
  return {
    text: (): string => translate(`${wordsOf(kind)}.short`, values),
    template: () => templateFor(config, { name: templateName(kind), locale }, values),
    /** Contains nothing private, because it appears on locked screens. */
    push: () => ({
      title: config.partnerName,
      body: translate(`messages.push.${pushWords}`),
      path: new URL(page).pathname,
      urgency: deliveryRules[kind].urgent ? 'high' : 'normal',
    }),
    async email(): Promise<Email> {
      const body: EmailBody = {
        locale,
        partner: config.partnerName,
        colour: config.brand.brand,
        heading: isWritten ? translate(`${wordsOf(kind)}.subject`, values) : translate(`messages.push.${pushWords}`),
        text: translate(`${wordsOf(kind)}.${isWritten ? 'text' : 'short'}`, values),
        links: isReminder ? reminderLinks(link) : [{ label: translate('messages.notification.open'), url: page }],
      }
      const calendar = calendarOf(services, notification, {
        title: translate('care.calendar.title', values),
        url: page,
      })
      const { heading: subject } = body
      return {
        to: notification.email ?? '',
        subject,
        text: emailText(body),
        html: emailHtml(body),
        key: notification.id,
        ...(calendar ? { calendar } : {}),
      }
    },
  }
  function reminderLinks(url: string) {
    return (['confirm', 'move', 'cancel'] as const).map((action) => ({
      label: translate(`messages.notification.reminder.${action}`),
      url: action === 'confirm' ? url : `${url}.${action}`,
    }))
  }
}

/** The token is in the fragment, which neither servers nor logs receive. Opening the link changes nothing yet. */
export const reminderLink = (
  { env, secrets }: Pick<Services, 'env' | 'secrets'>,
  reminded: { consultationId: string; startsAt: Date },
): string => `${env.PUBLIC_URL}/reminder#${reminderToken(secrets, reminded)}`

const CHANGES_CALENDARS: ReadonlySet<CareNotificationKind> = new Set(['booked', 'moved', 'cancelled'])

/** The iCalendar file that adds, moves or removes the appointment in the patient's calendar. */
function calendarOf(
  { providers, now }: Services,
  { type, about: { id, status, endsAt: end, calendarSequence: sequence }, startsAt, email }: CareNotification,
  { title, url }: { title: string; url: string },
): Email['calendar'] {
  if (!CHANGES_CALENDARS.has(type) || !startsAt || !end) return undefined
  const entry = {
    id,
    start: startsAt,
    end,
    sequence,
    isCancelled: isCancelled(status),
    title,
    description: url,
    url,
    madeAt: now(),
    mail: { from: providers.mail.address, to: email ?? '' },
  }
  return { method: calendarMethod(entry), content: calendarFile(entry) }
}
