import type { Config } from '@cuida/core/brand/config.ts'
import { type Locale, languageFor } from '@cuida/core/brand/locale.ts'
import type { TemplateName, TemplateValue } from '@cuida/core/brand/whatsapp-templates.ts'
import type { Template } from '../providers/messages/port.ts'

/**
 * The partner's WhatsApp template for this message in the patient's language. undefined when there is none, or when
 * the template has a placeholder that the message cannot fill (such as a time): the vendor refuses empty values.
 */
export function templateFor(
  { partnerConfig }: Config,
  { name, locale }: { name: TemplateName; locale: string },
  values: Readonly<Partial<Record<TemplateValue, string>>>,
): Template | undefined {
  const named = partnerConfig.whatsappTemplates[name]
  const language = named && languageFor(locale, Object.keys(named.sids) as Locale[])
  const sid = language && named.sids[language]
  if (!sid) return undefined
  const variables = named.variables.map((value) => values[value] ?? '')
  return variables.every((value) => value !== '') ? { sid, variables } : undefined
}
