import { Config } from '@cuida/core/brand/config.ts'
import { PolicyDocument, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { FALLBACK_LOCALE, languageFor } from '@cuida/core/brand/locale.ts'
import { Faq } from '@cuida/core/catalogue/faq.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import { ProductGroup } from '@cuida/core/catalogue/product/product-summary.ts'
import { Campaign } from '@cuida/core/invite/campaign.ts'
import { Plan } from '@cuida/core/subscription/plan.ts'
import { Course, Webinar, type WebinarJoinLink } from '@cuida/core/support/help/articles.ts'
import * as v from 'valibot'
import type { CollectionName } from './api/shapes.ts'
import { type Entry, memoizePerSource, type Source } from './api/source.ts'

export type ContentReader = ReturnType<typeof contentReader>

/**
 * The partner's content for code of this process: parsed once per source, in every language, and frozen. `source`
 * returns the current source. A locale without content falls back to its language and then to English. Throws a
 * ValiError for invalid content, which no source contains (bundle.ts, cms/check.ts).
 */
export function contentReader(source: () => Source) {
  const current = memoizePerSource(source, parsedContent)
  const inLanguageOf = (locale: string) => current()(locale)
  return {
    config: (locale: string): Config => inLanguageOf(locale).config,
    /** Active products with a category, in order. */
    products: (locale: string): Product[] => inLanguageOf(locale).products,
    /** By slug or id; undefined when the product does not exist or is inactive. */
    product: (ref: string, locale: string): Product | undefined =>
      inLanguageOf(locale).products.find(({ slug, id }) => slug === ref || id === ref),
    groups: (locale: string): ProductGroup[] => inLanguageOf(locale).groups,
    policyDocument: (slug: PolicySlug, locale: string): PolicyDocument | undefined =>
      inLanguageOf(locale).policies.find(({ urlSlug }) => urlSlug === slug),
    faqs: (locale: string): Faq[] => inLanguageOf(locale).faqs,
    /** Running campaigns. */
    campaigns: (locale: string): Campaign[] => inLanguageOf(locale).campaigns,
    /** By their start. */
    webinars: (locale: string): Webinar[] => inLanguageOf(locale).webinars,
    /** The join links, for registered patients only. */
    joinLinks: (): readonly WebinarJoinLink[] => source().joinLinks,
    /** The subscription that the partner offers. */
    plan: (locale: string): Plan | undefined => inLanguageOf(locale).plan,
    courses: (locale: string): Course[] => inLanguageOf(locale).courses,
  }
}

type ParsedContent = ReturnType<typeof parseIn>

function parsedContent(source: Source): (locale: string) => ParsedContent {
  const { languages } = source
  const parsed = new Map(languages.map((language) => [language, deepFreeze(parseIn(source, language))]))
  return (locale) => {
    const language = languageFor(locale, languages) ?? languageFor(FALLBACK_LOCALE, languages) ?? languages[0] ?? ''
    const found = parsed.get(language)
    if (!found) throw new Error('The content has no bundle for this language')
    return found
  }
}

function parseIn({ config, entries }: Source, language: string) {
  const list = <S extends v.GenericSchema>(
    name: CollectionName,
    schema: S,
    isOffered: (entry: Entry) => boolean = () => true,
  ): v.InferOutput<S>[] => (entries[name][language] ?? []).filter(isOffered).map((entry) => v.parse(schema, entry))
  return {
    config: v.parse(Config, config[language]),
    products: inOrder(list('products', Product, (entry) => isActive(entry) && hasCategory(entry))),
    groups: inOrder(list('product-groups', ProductGroup)),
    policies: list('policy-documents', PolicyDocument),
    faqs: inOrder(list('faqs', Faq)),
    campaigns: list('campaigns', Campaign, isActive),
    webinars: list('webinars', Webinar).toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)),
    plan: list('subscription-plans', Plan)[0],
    courses: inOrder(list('courses', Course)),
  }
}

const isActive = ({ active }: Entry): boolean => active === true
const hasCategory = ({ category }: Entry): boolean => category !== null
const inOrder = <T extends { order: number }>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => a.order - b.order)

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
