import { Config } from '@cuida/core/brand/config.ts'
import { ACCOUNT_DOCUMENTS } from '@cuida/core/brand/consent/policy.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import * as v from 'valibot'
import { type CollectionName, SCHEMAS } from '../api/shapes.ts'
import type { Entry, Source } from '../api/source.ts'
import { problemLine } from '../problems.ts'
import { CONFIG_RULES } from '../schema/config.ts'
import { productProblemLines } from '../schema/product-rules.ts'

/** One line for everything that cannot be served, with the entry, the language and the field. */
export function contentProblems({ entries, config }: Source): string[] {
  const wrong = Object.entries(SCHEMAS).flatMap(([name, schema]) =>
    Object.entries(entries[name as CollectionName]).flatMap(([language, listed]) => [
      ...listed.flatMap((entry) => problemsOf(schema, entry, `${name}/${nameOf(entry)} (${language})`)),
      ...twice(listed).map((slug) => `${name} (${language}): the slug ${slug} is used twice`),
    ]),
  )
  const settings = Object.entries(config).flatMap(([language, entry]) =>
    problemsOf(Config, entry, `backend-config (${language})`),
  )
  return [...settings, ...wrong, ...(settings.length > 0 ? [] : together(config, entries))]
}

function problemsOf(schema: v.GenericSchema, entry: Entry, name: string): string[] {
  const { success, issues, output } = v.safeParse(schema, entry)
  if (!success) return issues.map((issue) => problemLine(name, issue))
  return schema === Product ? productProblemLines(output as Product).map((sentence) => `${name}: ${sentence}`) : []
}

const nameOf = ({ id, slug, urlSlug }: Entry): string => String(slug ?? urlSlug ?? id)

function twice(entries: readonly Entry[]): string[] {
  const slugs = entries.map(nameOf)
  return [...new Set(slugs.filter((slug, at) => slugs.indexOf(slug) !== at))]
}

/** Problems across fields. */
function together(config: Source['config'], entries: Source['entries']): string[] {
  const [entry] = Object.values(config)
  if (!entry) return ['backend-config: is missing']
  const settings = v.parse(Config, entry)
  const broken = CONFIG_RULES.filter(([holds]) => !holds(settings)).map(
    ([_, sentence]) => `backend-config: ${sentence}`,
  )
  const hasPlan = Object.values(entries['subscription-plans']).some((plans) => plans.length > 0)
  const existingSlugs = new Set(Object.values(entries['policy-documents']).flatMap((all) => all.map(nameOf)))
  const missing = ACCOUNT_DOCUMENTS.filter((slug) => !existingSlugs.has(slug)).map(
    (slug) => `policy-documents: ${slug} is missing or not published; accounts cannot be created without it`,
  )
  return settings.offersSubscription === hasPlan
    ? [...broken, ...missing]
    : [...broken, ...missing, 'backend-config: offersSubscription must be true exactly when there is a published plan']
}
