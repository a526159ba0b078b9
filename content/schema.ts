/**
 * What a partner bundle looks like: a folder `content/partners/<partner>/` with
 *
 *   config.json            one object: settings, brand, languages (content/schema/config.ts)
 *   categories.json        a list
 *   products/<slug>.json   one product a file, its questions inside (content/schema/product.ts)
 *   groups.json            a list of product groups
 *   policies/<slug>.<lang>.md  the five documents in every language: `# Title`, `Updated: 2026-11-01`, then sections that
 *                          each begin with `## Title {#id}`; the same ids in the same order in every language
 *   faqs.json  campaigns.json  webinars.json  courses.json   lists (content/schema/articles.ts)
 *   subscription.json      optional, with `offersSubscription` in config.json: the one plan that the partner offers
 *   demo.json              optional: clinicians, staff and patients to try the product with (content/schema/demo.ts)
 *   uploads/               SVG, PNG, JPEG, WebP or AVIF; named in the JSON by their path below `uploads`,
 *                          as in "icon": "icons/nutrition.svg"; must hold `favicon.svg`, `app-icon.png` (512 by 512, the
 *                          sign within the inner 80 %) and `share.png` (1200 by 630, for links in messages)
 *   locales/<lang>.json    optional: messages of `content/locales` that this partner words differently
 *
 * A text for people is an object with one string a language: `{ "es": "Nutrición", "en": "Nutrition" }`. The languages are
 * those of `languages` in config.json without their region where the product speaks the language without one:
 * `["es-ES", "en"]` needs `es` and `en`, `["pt-BR", "en", "es"]` needs `pt-BR`, `en` and `es`. Every `id` is a number, yours
 * to choose, never used twice in a file and never changed: bookings remember it.
 */
export { campaignSchema, courseSchema, faqSchema, planSchema, webinarSchema } from './schema/articles.ts'
export { BundleConfig, bundleConfigSchema } from './schema/config.ts'
export { type Demo, demoSchema } from './schema/demo.ts'
export { bundleCategorySchema, bundleGroupSchema, bundleProductSchema } from './schema/product.ts'
export { type InLanguage, inLanguage, Texts, textLanguages, textSchema } from './schema/text.ts'
