import * as v from 'valibot'
import { LOCALES } from './locale.ts'

/** Kinds of notifications that have their own template: the three reminders share one. */
export const NotificationTemplate = v.picklist([
  'booked',
  'moved',
  'cancelled',
  'refunded',
  'too-late',
  'reminder',
  'called',
  'missed',
  'reassigned',
  'late',
  'late-choice',
  'after-hours',
  'times-offered',
  'requeued',
  'notes',
  'turn',
  'plan-paused',
  'plan-resumed',
  'plan-released',
])
export type NotificationTemplate = v.InferOutput<typeof NotificationTemplate>

/** WhatsApp messages, one approved template each: notifications and offered times. */
export const TemplateName = v.picklist([...NotificationTemplate.options, 'offer', 'offer-asked'])
export type TemplateName = v.InferOutput<typeof TemplateName>

/** What a template may have in its places: the clinic's name, a link into the app, the hour, and until which day a plan is paid. */
export const TemplateValue = v.picklist(['partner', 'link', 'when', 'day'])
export type TemplateValue = v.InferOutput<typeof TemplateValue>

/** The provider's names of approved templates. What has none, or none in a patient's language, goes by another channel. */
export const WhatsAppTemplates = v.record(
  TemplateName,
  v.object({
    /** What stands at {{1}}, {{2}}, and so on, the same in each language. */
    variables: v.pipe(v.array(TemplateValue), v.maxLength(10)),
    /** One a language: `HX…`. */
    sids: v.record(v.picklist(LOCALES), v.pipe(v.string(), v.regex(/^HX[0-9a-fA-F]{32}$/))),
  }),
)
export type WhatsAppTemplates = v.InferOutput<typeof WhatsAppTemplates>
