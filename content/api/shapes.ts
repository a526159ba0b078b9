import { Config } from '@cuida/core/brand/config.ts'
import { PolicyDocument } from '@cuida/core/brand/consent/policy.ts'
import { Faq } from '@cuida/core/catalogue/faq.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import { Category, ProductGroup } from '@cuida/core/catalogue/product/product-summary.ts'
import { Campaign } from '@cuida/core/invite/campaign.ts'
import { Plan } from '@cuida/core/subscription/plan.ts'
import { Course, Webinar } from '@cuida/core/support/help/articles.ts'

/**
 * What is served of an entry and what a query may ask of it: scalars are always there and may be filtered and sorted by; parts
 * are there when `populate` asks for them, as in Strapi. Nothing else of a bundle is ever served.
 */
export interface Shape {
  scalars: readonly string[]
  parts: Readonly<Record<string, Part>>
  /** Always there with us, though a Strapi shows them to who asks to populate them: components in place of texts. */
  inline?: readonly string[]
}
/** By what each is read, wherever it comes from: the schema says which fields there are. What others name comes before them. */
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

/** Fields with the address of a film, its picture or its captions, and the field in Strapi where an editor may put a file instead. */
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

/** The single type: the partner's settings. What a place goes without is no content of theirs (settings-without.ts). */
export const BACKEND_CONFIG: Shape = shapeOf(
  Config,
  { partnerLogo: media, socialProof: component, holidays: component },
  ['disabledCapabilities'],
)

function shapeOf(schema: unknown, parts: Shape['parts'], but: readonly string[] = []): Shape {
  const isScalar = (name: string) => name !== 'id' && !(name in parts) && !but.includes(name)
  return { scalars: fieldsOf(schema as Loose).filter(isScalar), parts }
}

/** An object, or one with a transformation behind it. */
type Loose = { entries: object } | { pipe: readonly [Loose, ...unknown[]] }
function fieldsOf(schema: Loose): string[] {
  return 'pipe' in schema ? fieldsOf(schema.pipe[0]) : Object.keys(schema.entries)
}
