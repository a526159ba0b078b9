import { Config, configFields } from '@cuida/core/brand/config.ts'
import { PolicyDocument } from '@cuida/core/brand/consent/policy.ts'
import { faqFields } from '@cuida/core/catalogue/faq.ts'
import {
  categoryFields,
  groupFields,
  productFields,
  WorkingHours,
} from '@cuida/core/catalogue/product/product-summary.ts'
import { questionSchema } from '@cuida/core/catalogue/product/question.ts'
import { campaignFields } from '@cuida/core/invite/campaign.ts'
import { planFields } from '@cuida/core/subscription/plan.ts'
import { courseFields, WebinarJoinLink, webinarFields } from '@cuida/core/support/help/articles.ts'
import * as v from 'valibot'
import { COLLECTIONS, type CollectionName } from '../api/shapes.ts'
import { type Attribute, attributesOf, type Files, TRANSLATED_TEXT } from './strapi-fields.ts'

/** The fields of each collection, as core declares them for readers. */
const FIELDS: Readonly<Record<CollectionName, Record<string, unknown>>> = {
  products: {
    ...productFields(TRANSLATED_TEXT),
    workingHours: v.array(WorkingHours),
    symptomCollector: v.array(questionSchema(TRANSLATED_TEXT)),
    disclaimer: v.nullish(v.object({ title: TRANSLATED_TEXT, content: TRANSLATED_TEXT })),
  },
  'product-groups': groupFields(TRANSLATED_TEXT),
  categories: categoryFields(TRANSLATED_TEXT),
  'policy-documents': {
    ...PolicyDocument.entries,
    title: TRANSLATED_TEXT,
    section: v.array(v.object({ id: v.optional(v.string()), title: TRANSLATED_TEXT, content: TRANSLATED_TEXT })),
  },
  faqs: faqFields(TRANSLATED_TEXT),
  campaigns: campaignFields(TRANSLATED_TEXT),
  webinars: webinarFields(TRANSLATED_TEXT, v.string()),
  courses: courseFields(TRANSLATED_TEXT, v.string()),
  'subscription-plans': planFields(TRANSLATED_TEXT),
}

type MediaKind = 'images' | 'videos' | 'files'
/** The panel offers no video where a picture is expected. */
const media = (kind: MediaKind, localized = false): Attribute => ({
  type: 'media',
  multiple: false,
  allowedTypes: [kind],
  pluginOptions: { i18n: { localized } },
})
/** Translated, because captions contain text. */
const CAPTIONS = media('files', true)
/**
 * The id that bookings refer to: from the imported bundle, or Strapi's own document id (docs/decisions/0076). Hidden
 * from editors: with another number, bookings would lose their product.
 */
const NUMBER: Attribute = { type: 'integer', visible: false, pluginOptions: { i18n: { localized: false } } }

/** The schema files of the Strapi app, generated from core and from our own shapes. */
export function strapiSchemas(): Files {
  const files: Files = new Map()
  const add = (name: string, single: string, kind: string, attributes: Record<string, Attribute>, draft = true) => {
    files.set(`src/api/${single}/content-types/${single}/schema.json`, {
      kind,
      collectionName: name.replaceAll('-', '_'),
      info: { singularName: single, pluralName: name, displayName: TITLES[single] ?? titled(single) },
      options: { draftAndPublish: draft },
      pluginOptions: { i18n: { localized: draft } },
      attributes,
    })
    for (const part of ['router', 'controller', 'service'])
      files.set(`src/api/${single}/${part.replace('router', 'route')}s/${single}.js`, coreOf(part, single))
  }
  for (const [name, shape] of Object.entries(COLLECTIONS)) {
    const fields = attributesOf(FIELDS[name as CollectionName], files)
    const componentAttributes = Object.entries(shape.parts).flatMap(
      ([part, { is, ...rest }]): [string, Attribute][] => {
        if (is === 'media') return [[part, media('images')]]
        return is === 'relation' ? [[part, relation(part, (rest as { to: CollectionName }).to)]] : []
      },
    )
    add(name, singularOf(name as CollectionName), 'collectionType', {
      number: NUMBER,
      ...fields,
      ...films(name, files),
      ...Object.fromEntries(componentAttributes),
    })
  }
  const { brand, ...config } = attributesOf(configFields(TRANSLATED_TEXT), files)
  const settings = {
    ...config,
    brand: withoutMarks(brand, files),
    partnerLogo: media('images'),
    partnerLogoDark: media('images'),
  }
  add('backend-configs', 'backend-config', 'singleType', settings as Record<string, Attribute>)
  add('webinar-links', 'webinar-link', 'collectionType', attributesOf(WebinarJoinLink.entries, files), false)
  add('words', 'word', 'collectionType', WORD)
  return files
}

/** Strapi's default controller, router or service of a content type. */
function coreOf(part: string, single: string): string {
  const make = `createCore${part[0]?.toUpperCase()}${part.slice(1)}`
  return `module.exports = require('@strapi/strapi').factories.${make}('api::${single}.${single}')\n`
}

/** `categories` becomes `category`, `faqs` becomes `faq`. */
export const singularOf = (name: CollectionName): string => name.replace(/ies$/, 'y').replace(/s$/, '')

/** The editors' names of content types that differ from the paths. */
const TITLES: Readonly<Record<string, string>> = {
  'backend-config': 'Settings of the clinic',
  'policy-document': 'Legal document',
  faq: 'Frequent question',
  campaign: 'Referral campaign',
  'webinar-link': 'Webinar link',
  word: 'Wording of the app',
}
const titled = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`

/** Singular names by collection path. */
export const SINGLE_TYPE = 'backend-config'

const relation = (part: string, to: CollectionName): Attribute => ({
  type: 'relation',
  relation: part.endsWith('s') ? 'manyToMany' : 'manyToOne',
  target: `api::${singularOf(to)}.${singularOf(to)}`,
})

/** A video file has a field beside the URL of one on another host. */
function films(name: string, files: Files): Record<string, Attribute> {
  if (name === 'webinars') return { recording: media('videos'), captions: CAPTIONS }
  if (name !== 'courses') return {}
  const path = 'src/components/cuida/lesson.json'
  const lesson = files.get(path) as { attributes: Record<string, Attribute> }
  const fileOf = (kind: MediaKind): Attribute => {
    const { pluginOptions: _, ...file } = media(kind)
    return file
  }
  const more = { video: fileOf('videos'), poster: fileOf('images'), captions: fileOf('files') }
  files.set(path, { ...lesson, attributes: { ...lesson.attributes, ...more } })
  return {}
}

/** Logos are separate media fields: Strapi includes nested media only on explicit request. */
function withoutMarks(brand: Attribute | undefined, files: Files): Attribute | undefined {
  const path = 'src/components/cuida/brand.json'
  const file = files.get(path) as { attributes: Record<string, Attribute> }
  const { logo: _, logoDark: __, ...attributes } = file.attributes
  files.set(path, { ...file, attributes })
  return brand
}

/** One message override of the clinic (content/locales has all messages). */
const WORD: Record<string, Attribute> = {
  key: { type: 'string', required: true, pluginOptions: { i18n: { localized: false } } },
  message: { type: 'text', required: true, pluginOptions: { i18n: { localized: true } } },
}

/** Every partner setting. */
export const PARTNER_SETTINGS: readonly string[] = Object.keys(Config.entries)
