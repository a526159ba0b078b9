import { Config } from '@cuida/core/brand/config.ts'
import { ACCOUNT_DOCUMENTS } from '@cuida/core/brand/consent/policy.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import * as v from 'valibot'
import { type Entry, wrapped } from '../api/entries.ts'
import { type CollectionName, SCHEMAS } from '../api/shapes.ts'
import { problemLine } from '../problems.ts'
import { CONFIG_RULES } from '../schema/config.ts'
import { PRODUCT_RULES } from '../schema/product.ts'
import type { Shelf } from './shelf.ts'

/** A line for everything that could not be served, with the entry, the language and the field. */
export function shelfProblems({ entries, config }: Shelf): string[] {
  const wrong = Object.entries(SCHEMAS).flatMap(([name, schema]) =>
    Object.entries(entries[name as CollectionName]).flatMap(([language, listed]) => [
      ...listed.flatMap((entry) => problemsOf(schema, entry, `${name}/${nameOf(entry)} (${language})`)),
      ...(name === 'products' ? listed.flatMap((entry) => productProblems(entry, language)) : []),
      ...twice(listed).map((slug) => `${name} (${language}): the slug ${slug} is used twice`),
    ]),
  )
  const settings = Object.entries(config).flatMap(([language, entry]) =>
    problemsOf(Config, entry, `backend-config (${language})`),
  )
  return [...settings, ...wrong, ...(settings.length > 0 ? [] : together(config, entries))]
}

function problemsOf(schema: v.GenericSchema, entry: Entry, name: string): string[] {
  const { success, issues } = v.safeParse(schema, unwrap(wrapped(entry, Object.keys(entry.parts))))
  return success ? [] : issues.map((issue) => problemLine(name, issue))
}

/** What no single field of a product shows: its fields are looked at above. */
function productProblems(entry: Entry, language: string): string[] {
  const { success, output } = v.safeParse(Product, unwrap(wrapped(entry, Object.keys(entry.parts))))
  const broken = success ? PRODUCT_RULES.filter(([holds]) => !holds(output)) : []
  return broken.map(([_, sentence]) => `products/${nameOf(entry)} (${language}): ${sentence}`)
}

const nameOf = ({ id, scalars: { slug, urlSlug } }: Entry): string => String(slug ?? urlSlug ?? id)

function twice(entries: readonly Entry[]): string[] {
  const slugs = entries.map(nameOf)
  return [...new Set(slugs.filter((slug, at) => slugs.indexOf(slug) !== at))]
}

/** What no single field shows. */
function together(config: Shelf['config'], entries: Shelf['entries']): string[] {
  const [entry] = Object.values(config)
  if (!entry) return ['backend-config: is missing']
  const settings = v.parse(Config, unwrap(wrapped(entry, Object.keys(entry.parts))))
  const broken = CONFIG_RULES.filter(([holds]) => !holds(settings)).map(
    ([_, sentence]) => `backend-config: ${sentence}`,
  )
  const hasPlan = Object.values(entries['subscription-plans']).some((plans) => plans.length > 0)
  const written = new Set(Object.values(entries['policy-documents']).flatMap((all) => all.map(nameOf)))
  const missing = ACCOUNT_DOCUMENTS.filter((slug) => !written.has(slug)).map(
    (slug) => `policy-documents: ${slug} is missing, or not published, and nobody can open an account without it`,
  )
  return settings.offersSubscription === hasPlan
    ? [...broken, ...missing]
    : [...broken, ...missing, 'backend-config: offersSubscription must be true exactly when there is a published plan']
}
