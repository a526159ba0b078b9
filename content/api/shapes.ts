import { Config } from '@cuida/core/brand/config.ts'
import { PolicyDocument } from '@cuida/core/brand/consent/policy.ts'
import { Faq } from '@cuida/core/catalogue/faq.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import { Category, ProductGroup } from '@cuida/core/catalogue/product/product-summary.ts'
import { Campaign } from '@cuida/core/invite/campaign.ts'
import { Plan } from '@cuida/core/subscription/plan.ts'
import { Course, Webinar } from '@cuida/core/support/help/articles.ts'

/**
 * The public fields of an entry and what a query may use: scalars are always included and may be filtered and sorted
 * by; parts are included when `populate` names them, as in Strapi. No other field of a bundle is served.
 */
export interface Shape {
  scalars: readonly string[]
  parts: Readonly<Record<string, Part>>
  /** Always included here, while a Strapi includes them only on `populate`: components that replace texts. */
  inline?: readonly string[]
}
/**
 * The schema that defines the fields of each collection, whatever the source. Collections that others refer to come
 * first.
 */
export const SCHEMAS = {
  categories: Category,
  products: Product,
  'product-groups': ProductGroup,
  'policy-documents': PolicyDocument,
  faqs: Faq,
  campaigns: Campaign,
  webinars: Webinar,
  courses: Course,
  'subscription-plans': Plan,
}
export type CollectionName = keyof typeof SCHEMAS
export const COLLECTION_NAMES = Object.keys(SCHEMAS) as CollectionName[]

/**
 * Fields with the URL of a video, its poster or its captions, and the Strapi field in which an editor may upload a
 * file instead.
 */
export const FILM_FILES: Readonly<Record<string, string>> = {
  recordingUrl: 'recording',
  videoUrl: 'video',
  posterUrl: 'poster',
  captionsUrl: 'captions',
}

/** Media and relations are wrapped in `data`, components are inlined (Strapi REST, response format of version 4). */
export type Part = { is: 'media' } | { is: 'component' } | { is: 'relation'; to: CollectionName }

const media: Part = { is: 'media' }
const component: Part = { is: 'component' }

export const COLLECTIONS: Readonly<Record<CollectionName, Shape>> = {
  products: {
    ...shapeOf(Product, {
      icon: media,
      category: { is: 'relation', to: 'categories' },
      workingHours: component,
      symptomCollector: component,
      preSymptomCollectorPicture: media,
      disclaimer: component,
    }),
    inline: ['ages'],
  },
  'product-groups': shapeOf(ProductGroup, { icon: media, products: { is: 'relation', to: 'products' } }),
  categories: shapeOf(Category, {}),
  'policy-documents': shapeOf(PolicyDocument, { section: component }),
  faqs: shapeOf(Faq, {}),
  campaigns: shapeOf(Campaign, { referrerImage: media, linkImage: media, refereeImage: media }),
  webinars: shapeOf(Webinar, { image: media }),
  courses: shapeOf(Course, { lessons: component, image: media }),
  'subscription-plans': shapeOf(Plan, {}),
}

/**
 * The single type with the partner's settings. Disabled capabilities belong to the deployment, not to the content
 * (`settingsWithout` in plugin.ts).
 */
export const BACKEND_CONFIG: Shape = shapeOf(
  Config,
  { partnerLogo: media, socialProof: component, holidays: component },
  ['disabledCapabilities'],
)

function shapeOf(schema: unknown, parts: Shape['parts'], but: readonly string[] = []): Shape {
  const isScalar = (name: string) => name !== 'id' && !(name in parts) && !but.includes(name)
  return { scalars: fieldsOf(schema as Loose).filter(isScalar), parts }
}

/** An object schema, or one with a transformation after it. */
type Loose = { entries: object } | { pipe: readonly [Loose, ...unknown[]] }
function fieldsOf(schema: Loose): string[] {
  return 'pipe' in schema ? fieldsOf(schema.pipe[0]) : Object.keys(schema.entries)
}
