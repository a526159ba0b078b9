import type { Config } from '@cuida/core/brand/config.ts'
import { type Locale, languageFor } from '@cuida/core/brand/locale.ts'
import type { TemplateName, TemplateValue } from '@cuida/core/brand/whatsapp-templates.ts'
import type { Template } from '../providers/messages/port.ts'

/**
 * What the partner's content names for it, in the patient's language and no other. undefined where there is none, or where it
 * has a place for what this message does not have (an hour): the vendor takes no empty one.
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
