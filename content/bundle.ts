import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBundleFolder } from './bundle-files.ts'
import type { ContentBundle, Of } from './bundle-shape.ts'
import { readOverrides } from './messages.ts'
import { readPolicies } from './policies.ts'
import { InvalidBundleError } from './problems.ts'
import { referenceProblems } from './references.ts'
import { demoMoment } from './schema/articles.ts'
import {
  BundleConfig,
  bundleCategorySchema,
  bundleConfigSchema,
  bundleGroupSchema,
  bundleProductSchema,
  campaignSchema,
  courseSchema,
  demoSchema,
  faqSchema,
  planSchema,
  textLanguages,
  textSchema,
  webinarSchema,
} from './schema.ts'
import { readUploads } from './uploads.ts'

export const partnersFolder = fileURLToPath(new URL('partners', import.meta.url))

export const loadPartner = (partner: string): Promise<ContentBundle> => loadBundle(`${partnersFolder}/${partner}`)

/** Reads and validates a bundle; throws `InvalidBundleError`, which names every invalid file and field. */
export async function loadBundle(folder: string): Promise<ContentBundle> {
  const name = basename(folder)
  const files = readBundleFolder(folder)
  const languages = textLanguages((await files.one('config.json', BundleConfig))?.languages ?? [])
  // The text schemas need the languages, so nothing else can be validated without them.
  if (files.problems.length > 0) throw new InvalidBundleError(name, files.problems)
  const text = textSchema(languages)
  const config = await files.one('config.json', bundleConfigSchema(text))
  if (!config) throw new InvalidBundleError(name, files.problems)
  const bundle: ContentBundle = {
    name,
    languages,
    config,
    categories: await files.list('categories.json', bundleCategorySchema(text)),
    products: await files.folder('products', bundleProductSchema(text)),
    groups: await files.list('groups.json', bundleGroupSchema(text)),
    policies: await readPolicies(files, languages),
    faqs: await files.list('faqs.json', faqSchema(text)),
    campaigns: await files.list('campaigns.json', campaignSchema(text)),
    webinars: onTheClock(await files.list('webinars.json', webinarSchema(text)), config.timeZone),
    courses: await files.list('courses.json', courseSchema(text)),
    plan: await files.maybe('subscription.json', planSchema(text)),
    demo: await files.maybe('demo.json', demoSchema(text)),
    uploads: await readUploads(folder),
    overrides: await readOverrides(files),
  }
  const problems = files.problems.length > 0 ? files.problems : referenceProblems(bundle)
  if (problems.length > 0) throw new InvalidBundleError(name, problems)
  return bundle
}

const onTheClock = (webinars: Of<typeof webinarSchema>[], timeZone: string): ContentBundle['webinars'] =>
  webinars.map(({ startsAt, ...webinar }) => ({
    ...webinar,
    startsAt: typeof startsAt === 'string' ? startsAt : demoMoment(startsAt, timeZone, new Date()),
  }))
