import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import { MESSAGE_LANGUAGES } from '../schema/text.ts'

// The code that the Strapi app shares with this one. The app runs alone, so strapi-schemas.test.ts bundles this
// module into content/strapi/src/generated.js: `vitest run content/cms/strapi-schemas.test.ts --update`.
export { productProblems } from '../schema/product-rules.ts'

/** The languages of content by code; the first is the default for new entries. */
export const LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  MESSAGE_LANGUAGES.map((code) => [code, LOCALE_NAMES[code]]),
)
