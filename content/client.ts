import { Config } from '@cuida/core/brand/config.ts'
import { PolicyDocument, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { FALLBACK_LOCALE, LOCALES, languageFor, localeChain } from '@cuida/core/brand/locale.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { Faq } from '@cuida/core/catalogue/faq.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import { ProductGroup } from '@cuida/core/catalogue/product/product-summary.ts'
import { Campaign } from '@cuida/core/invite/campaign.ts'
import { Plan } from '@cuida/core/subscription/plan.ts'
import { Course, Webinar, WebinarDoor } from '@cuida/core/support/help/articles.ts'
import * as v from 'valibot'

export interface ContentSettings {
  fetch: Fetch
  /** The API token by which `webinar-doors` are found. */
  token: string
  /** What is served: as long as it is the same, so is every answer. */
  version: () => unknown
}
/** As much of `fetch` as is needed. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string> },
) => Promise<{ status: number; json(): Promise<unknown> }>
export type ContentClient = ReturnType<typeof contentClient>

/** The content service cannot be reached or answers nonsense, and nothing older is known. Answers 503 as other providers do. */
export class ContentDown extends Error {
  override readonly name = 'ProviderDown'
}

const LIST = 'pagination[page]=1&pagination[pageSize]=100'
const ORDERED = 'sort=order:asc'
/** Kept apart from the webinars: whoever may read a collection may read all of its fields. */
const DOORS = 'webinar-doors'

/**
 * Reads content over Strapi's REST, each answer once for as long as it holds. A locale that the content lacks falls back to
 * its language and then to English.
 */
export function contentClient({ fetch, token, version }: ContentSettings) {
  const remember = rememberPer(version)

  async function ask(path: string): Promise<unknown> {
    const opens: Record<string, string> = path.startsWith(DOORS) ? { authorization: `Bearer ${token}` } : {}
    const reply = await fetch(`/api/${path}`, { headers: { accept: 'application/json', ...opens } })
    // A single type that does not exist in a language is 404; for a list that is an empty answer.
    if (reply.status === 404) return undefined
    if (reply.status !== 200) throw new ContentDown(`content service answered ${reply.status} to ${path}`)
    return unwrap(await reply.json())
  }
  async function read<S extends v.GenericSchema>(path: string, query: string, locale: string, schema: S) {
    const chain = localeChain(languageFor(locale, LOCALES) ?? FALLBACK_LOCALE)
    return remember<v.InferOutput<S>>(`${path} ${query} ${chain[0]}`, async () => {
      for (const tag of chain) {
        const found = await ask(`${path}?${query}&locale=${tag}&localeFallback=${FALLBACK_LOCALE}`).catch(down)
        if (found !== undefined && !(Array.isArray(found) && found.length === 0)) return v.parse(schema, found)
      }
      return v.parse(schema, [])
    }).catch(down)
  }
  const list = <S extends v.GenericSchema>(path: string, query: string, locale: string, item: S) =>
    read(path, `${LIST}&${query}`, locale, v.array(item))
  const products = (locale: string): Promise<Product[]> => list('products', PRODUCTS, locale, Product)

  return {
    config: (locale: string): Promise<Config> =>
      read('backend-config', 'populate[0]=partnerLogo&populate[1]=socialProof&populate[2]=holidays', locale, Config),
    /** Active products that have a category, in order, each in full. */
    products,
    /** By slug or id; undefined when it does not exist or is no longer active. */
    async product(ref: string, locale: string): Promise<Product | undefined> {
      return (await products(locale)).find(({ slug, id }) => slug === ref || id === ref)
    },
    groups: (locale: string): Promise<ProductGroup[]> =>
      list('product-groups', `populate=*&${ORDERED}`, locale, ProductGroup),
    async policyDocument(slug: PolicySlug, locale: string): Promise<PolicyDocument | undefined> {
      const query = `filters[urlSlug][$eq]=${slug}&populate=*`
      return (await read('policy-documents', query, locale, v.array(PolicyDocument)))[0]
    },
    faqs: (locale: string): Promise<Faq[]> => list('faqs', ORDERED, locale, Faq),
    campaigns: (locale: string): Promise<Campaign[]> =>
      list('campaigns', 'filters[active][$eq]=true&populate=*', locale, Campaign),
    webinars: (locale: string): Promise<Webinar[]> => list('webinars', 'populate=*&sort=startsAt:asc', locale, Webinar),
    /** Where who registered goes in: never for anybody else to read. */
    doors: async (): Promise<WebinarDoor[]> => list(DOORS, 'populate=*', FALLBACK_LOCALE, WebinarDoor),
    /** The subscription that the partner offers. */
    async plan(locale: string): Promise<Plan | undefined> {
      return (await list('subscription-plans', 'populate=*', locale, Plan))[0]
    },
    courses: (locale: string): Promise<Course[]> => list('courses', `populate=*&${ORDERED}`, locale, Course),
  }
}

const PRODUCTS = [
  'populate[workingHours][populate]=*',
  'populate[icon]=true',
  'populate[category]=true',
  'populate[symptomCollector][populate]=*',
  'populate[preSymptomCollectorPicture]=true',
  'populate[disclaimer]=true',
  'filters[active][$eq]=true',
  'filters[category][id][$notNull]=true',
  ORDERED,
].join('&')

/** Callers at the same time share one reading; one that failed is none. */
function rememberPer(version: () => unknown) {
  let kept = new Map<string, Promise<unknown>>()
  let of = version()
  return <V>(key: string, read: () => Promise<V>): Promise<V> => {
    const now = version()
    if (now !== of) kept = new Map()
    of = now
    const here = kept
    const value = (here.get(key) as Promise<V> | undefined) ?? read()
    here.set(key, value)
    value.catch(() => here.delete(key))
    return value
  }
}

function down(error: unknown): never {
  if (error instanceof ContentDown) throw error
  const reason = error instanceof Error ? error.message : String(error)
  throw new ContentDown(`content service: ${reason}`, { cause: error })
}
