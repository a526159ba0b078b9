import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOverrides } from './messages.ts'
import { readPackFolder } from './pack-files.ts'
import type { Of, Pack } from './pack-shape.ts'
import { readPolicies } from './policies.ts'
import { PackInvalid } from './problems.ts'
import { referenceProblems } from './references.ts'
import { demoMoment } from './schema/articles.ts'
import {
  campaignSchema,
  courseSchema,
  demoSchema,
  faqSchema,
  PackConfig,
  packCategorySchema,
  packConfigSchema,
  packGroupSchema,
  packProductSchema,
  planSchema,
  textLanguages,
  textSchema,
  webinarSchema,
} from './schema.ts'
import { readUploads } from './uploads.ts'

export const partnersFolder = fileURLToPath(new URL('partners', import.meta.url))

export const loadPartner = (partner: string): Promise<Pack> => loadPack(`${partnersFolder}/${partner}`)

/** Reads and checks a pack; throws `PackInvalid`, which names every file and field that is wrong. */
export async function loadPack(folder: string): Promise<Pack> {
  const name = basename(folder)
  const files = readPackFolder(folder)
  const languages = textLanguages((await files.one('config.json', PackConfig))?.languages ?? [])
  // Without the languages nothing else can be judged.
  if (files.problems.length > 0) throw new PackInvalid(name, files.problems)
  const text = textSchema(languages)
  const config = await files.one('config.json', packConfigSchema(text))
  if (!config) throw new PackInvalid(name, files.problems)
  const pack: Pack = {
    name,
    languages,
    config,
    categories: await files.list('categories.json', packCategorySchema(text)),
    products: await files.folder('products', packProductSchema(text)),
    groups: await files.list('groups.json', packGroupSchema(text)),
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
  const problems = files.problems.length > 0 ? files.problems : referenceProblems(pack)
  if (problems.length > 0) throw new PackInvalid(name, problems)
  return pack
}

const onTheClock = (webinars: Of<typeof webinarSchema>[], timeZone: string): Pack['webinars'] =>
  webinars.map(({ startsAt, ...webinar }) => ({
    ...webinar,
    startsAt: typeof startsAt === 'string' ? startsAt : demoMoment(startsAt, timeZone, new Date()),
  }))
