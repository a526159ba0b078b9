import * as v from 'valibot'
import { LOCALES } from './locale.ts'

/** Notifications with their own template: the three reminders share one. */
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

/** All WhatsApp messages with an approved template: notifications and offered slots. */
export const TemplateName = v.picklist([...NotificationTemplate.options, 'offer', 'offer-asked'])
export type TemplateName = v.InferOutput<typeof TemplateName>

/**
 * Possible variables of a template: the clinic's name, a link into the app, the time, and the last paid day of a
 * plan.
 */
export const TemplateValue = v.picklist(['partner', 'link', 'when', 'day'])
export type TemplateValue = v.InferOutput<typeof TemplateValue>

/**
 * The provider's names of approved templates. A message without one, or without the patient's language, uses another
 * channel.
 */
export const WhatsAppTemplates = v.record(
  TemplateName,
  v.object({
    /** Values for {{1}}, {{2}} and so on, the same in each language. */
    variables: v.pipe(v.array(TemplateValue), v.maxLength(10)),
    /** Content SID for each language: `HX…`. */
    sids: v.record(v.picklist(LOCALES), v.pipe(v.string(), v.regex(/^HX[0-9a-fA-F]{32}$/))),
  }),
)
export type WhatsAppTemplates = v.InferOutput<typeof WhatsAppTemplates>
