import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { loadBundle, partnersFolder } from './bundle.ts'
import { InvalidBundleError } from './problems.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** The problems of a valid bundle after a change to a copy of it. */
async function problemsAfter(change: (folder: string) => Promise<void>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cuida-bundle-'))
  folders.push(folder)
  await cp(join(partnersFolder, 'vida-ligera'), folder, { recursive: true })
  await change(folder)
  const error = await loadBundle(folder).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined) return []
  if (!(error instanceof InvalidBundleError)) throw error
  return error.problems
}

type Json = Record<string, unknown>
const edit = (file: string, change: (content: never) => unknown) => async (folder: string) => {
  const path = join(folder, file)
  const content = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify(change(content as never) ?? content))
}
const put = (file: string, content: string) => (folder: string) => writeFile(join(folder, file), content)
const drop = (file: string) => (folder: string) => rm(join(folder, file))
const product = 'products/general-consultation.json'

test('a valid bundle has no problems [A1.3] [A3.1] [B3.1] [B3.13]', async () => {
  expect(await problemsAfter(async () => {})).toEqual([])
})

test.each([
  [
    'a wrong type',
    edit(product, (it: Json) => ({ ...it, price: '29' })),
    `${product}: price must be a number, not "29"`,
  ],
  [
    'a price in fractions',
    edit(product, (it: Json) => ({ ...it, price: 29.5 })),
    `${product}: price must be a whole number, not 29.5`,
  ],
  [
    'an odd duration',
    edit(product, (it: Json) => ({ ...it, durationMinutes: 25 })),
    `${product}: durationMinutes must be 15 or 20 or 30, not 25`,
  ],
  [
    'a text limit of zero',
    edit('config.json', (it: Json) => ({ ...it, maximumLengthAllowed: 0 })),
    'config.json: maximumLengthAllowed must be 50 or more, not 0',
  ],
  [
    'a thirteen-hour clock',
    edit('config.json', (it: Json) => ({ ...it, dateFormats: { order: 'dmy', hours: 13 } })),
    'config.json: dateFormats.hours must be 24 or 12, not 13',
  ],
  [
    'a question that depends on a later one',
    edit(product, ({ symptomCollector, ...it }: { symptomCollector: Json[] }) => ({
      ...it,
      symptomCollector: [{ ...symptomCollector[0], askedWhen: { question: 'fever', answers: [true] } }].concat(
        symptomCollector.slice(1) as never[],
      ),
    })),
    `${product}: symptomCollector[0].askedWhen must name an earlier question and answers that it offers`,
  ],
  [
    'an emergency answer that does not exist',
    edit(product, ({ symptomCollector, ...it }: { symptomCollector: Json[] }) => ({
      ...it,
      symptomCollector: [{ ...symptomCollector[0], urgent: { answers: ['toothache'] } }].concat(
        symptomCollector.slice(1) as never[],
      ),
    })),
    `${product}: symptomCollector[0].urgent must name answers that this question offers`,
  ],
  ['a missing field', edit(product, ({ active: _, ...it }: Json) => it), `${product}: active is missing`],
  ['an unknown field', edit(product, (it: Json) => ({ ...it, prise: 1 })), `${product}: prise is not a known field`],
  [
    'a join link on a host that the bundle does not allow',
    edit('webinars.json', ([first, ...rest]: Json[]) => [{ ...first, joinUrl: 'https://evil.example/room' }, ...rest]),
    'webinars.json: joinUrl of plateau: allowedRedirectHosts does not name the host of https://evil.example/room',
  ],
  [
    'a join link that is not https',
    edit('webinars.json', ([first, ...rest]: Json[]) => [
      { ...first, joinUrl: 'http://www.vidaligera.example' },
      ...rest,
    ]),
    /webinars\[0\]\.joinUrl must be .https:/,
  ],
  [
    'a video on such a host',
    edit('courses.json', ([kit]: { lessons: Json[] }[]) => [
      { ...kit, lessons: [{ ...kit?.lessons[0], videoUrl: 'https://evil.example/film.mp4' }] },
    ]),
    'courses.json: videoUrl of welcome-kit, your-first-week: allowedRedirectHosts does not name the host of https://evil.example/film.mp4',
  ],
  [
    'a missing video file',
    drop('uploads/films/sleep-and-weight.mp4'),
    'webinars.json: recordingUrl of sleep-and-weight: uploads/films/sleep-and-weight.mp4 is missing',
  ],
  [
    'a video without captions',
    edit('webinars.json', (all: Json[]) => all.map(({ captionsUrl: _, ...webinar }) => webinar)),
    'webinars.json: recordingUrl of sleep-and-weight: a film needs captionsUrl',
  ],
  [
    'a missing language',
    edit(product, (it: Json) => ({ ...it, name: { es: 'Consulta' } })),
    `${product}: name.en is missing`,
  ],
  [
    'an extra language',
    edit(product, (it: { name: Json }) => ({ ...it, name: { ...it.name, fr: 'x' } })),
    `${product}: name.fr is not a known field`,
  ],
  [
    'an empty text',
    edit(product, (it: { name: Json }) => ({ ...it, name: { ...it.name, en: ' ' } })),
    `${product}: name.en must be filled in, not 0`,
  ],
  [
    'an option without a label, three levels down',
    edit(product, (it: { symptomCollector: { options: Json[] }[] }) => {
      delete it.symptomCollector[1]?.options[2]?.label
    }),
    `${product}: symptomCollector[1].options[2].label is missing`,
  ],
  [
    'two points instead of three',
    edit(product, (it: { includes: Json[] }) => ({ ...it, includes: it.includes.slice(1) })),
    `${product}: includes must be a list of exactly 3, not 2`,
  ],
  [
    'the same question twice',
    edit(product, (it: { symptomCollector: Json[] }) => ({
      ...it,
      symptomCollector: [...it.symptomCollector, it.symptomCollector[0]],
    })),
    `${product}: symptomCollector[9].key is the key of an earlier question`,
  ],
  [
    'a weekday without hours',
    edit(product, (it: Json) => ({ ...it, workingHours: [{ day: 'monday', closed: false }] })),
    `${product}: workingHours[0].startTime is needed on a day that is not closed`,
  ],
  [
    'a product that is neither scheduled nor on demand',
    edit(product, (it: Json) => ({ ...it, scheduled: false, onDemand: false })),
    `${product}: onDemand must be on where “By appointment” is off: else nobody can book it`,
  ],
  [
    'a plan without offersSubscription',
    edit('config.json', (it: Json) => ({ ...it, offersSubscription: false })),
    'config.json: offersSubscription must be true exactly when subscription.json has a published plan',
  ],
  [
    'offersSubscription without a plan',
    drop('subscription.json'),
    'config.json: offersSubscription must be true exactly when subscription.json has a published plan',
  ],
  [
    'a subscription at a provider that has none',
    edit('config.json', (it: Json) => ({ ...it, paymentProvider: 'none' })),
    'subscription.json: none does not support subscriptions',
  ],
  [
    'an unknown category',
    edit(product, (it: Json) => ({ ...it, category: 'surgery' })),
    `${product}: category surgery is not in categories.json`,
  ],
  [
    'a missing icon file',
    edit(product, (it: Json) => ({ ...it, icon: 'icons/none.svg' })),
    `${product}: icon: uploads/icons/none.svg is missing`,
  ],
  [
    'a file name that differs from the slug',
    edit(product, (it: Json) => ({ ...it, slug: 'other' })),
    `${product}: slug must be the file’s name`,
  ],
  [
    'an entry of a list',
    edit('faqs.json', (it: Json[]) => it.with(3, { ...it[3], topic: 'weather' })),
    /^faqs\.json: faqs\[3\]\.topic must be "account" or /,
  ],
  [
    'an id used twice',
    edit('categories.json', (it: Json[]) => it.with(1, { ...it[1], id: 1 })),
    'categories: the id 1 is used twice',
  ],
  [
    'a group without products',
    edit('groups.json', (it: Json[]) => it.with(0, { ...it[0], products: ['gone'] })),
    'groups.json: lose-weight names a product gone that does not exist',
  ],
  ['a missing file', drop('faqs.json'), 'faqs.json is missing'],
  ['broken JSON', put('webinars.json', '[{'), /^webinars\.json is not valid JSON: /],
  [
    'a document missing in a language',
    drop('policies/privacy-policy.en.md'),
    'policies/privacy-policy.en.md is missing',
  ],
  [
    'a document without the sections of its other language',
    put('policies/privacy-policy.en.md', '# Privacy\n\nUpdated: 2026-11-02\n\n## In short {#in-short}\n\nYes.\n'),
    /^policies\/privacy-policy has other sections in en \(in-short\) than in es \(in-short, who-we-are/,
  ],
  [
    'a heading without an id',
    put('policies/terms-of-service.en.md', '# Terms\n\nUpdated: 2026-11-02\n\n## About\n\nYes.\n'),
    'policies/terms-of-service.en.md has a heading without an id: `## About` should end in {#id}',
  ],
  ['no favicon', drop('uploads/favicon.svg'), 'uploads: uploads/favicon.svg is missing'],
  ['no icon of the app', drop('uploads/app-icon.png'), 'uploads: uploads/app-icon.png is missing'],
  [
    'a time zone that does not exist',
    edit('config.json', (it: Json) => ({ ...it, timeZone: 'Europe/Sol' })),
    'config.json: timeZone must be an IANA time zone such as Europe/Madrid',
  ],
  [
    'a session longer than allowed',
    edit('config.json', (it: Json) => ({ ...it, patientSessionLengthInMins: 90 })),
    'config.json: patientSessionLengthInMins must be 60 or less, not 90',
  ],
  [
    'a warning as long as the session',
    edit('config.json', (it: Json) => ({ ...it, patientSessionLengthInMins: 5, warningBeforePatientLogoutInMins: 5 })),
    'config.json: warningBeforePatientLogoutInMins must be less than patientSessionLengthInMins',
  ],
  [
    'a default language that is not offered',
    edit('config.json', (it: Json) => ({ ...it, patientAppLanguage: 'pt-BR' })),
    'config.json: patientAppLanguage must be one of languages',
  ],
  [
    'a language that the product does not support',
    edit('config.json', (it: Json) => ({ ...it, languages: ['es-ES', 'xx'] })),
    /^config\.json: languages\[1\] must be "en" or /,
  ],
  [
    'a colour that is not hex',
    edit('config.json', (it: { brand: Json }) => ({ ...it, brand: { ...it.brand, accent: 'yellow' } })),
    'config.json: brand.accent must be a colour such as #0f5b50, not "yellow"',
  ],
  [
    'a product that no clinician offers',
    edit('demo.json', (it: { clinicians: { products: string[] }[] }) => {
      for (const clinician of it.clinicians)
        clinician.products = clinician.products.filter((slug) => slug !== 'better-sleep')
    }),
    'demo.json: no clinician offers better-sleep',
  ],
])('%s is reported with its file and field [A1.3] [B3.13]', async (_, change, line) => {
  const problems = await problemsAfter(change)
  if (typeof line === 'string') expect(problems).toContain(line)
  else expect(problems).toContainEqual(expect.stringMatching(line))
})

test('all problems are reported at once', async () => {
  const problems = await problemsAfter(async (folder) => {
    await edit(product, (it: Json) => ({ ...it, price: -1, order: 'first' }))(folder)
    await drop('campaigns.json')(folder)
  })
  expect(problems).toEqual([
    `${product}: order must be a number, not "first"`,
    `${product}: price must be 0 or more, not -1`,
    'campaigns.json is missing',
  ])
})

test('an override must name a message of the product and must compile', async () => {
  const { mkdir } = await import('node:fs/promises')
  const problems = await problemsAfter(async (folder) => {
    await mkdir(join(folder, 'locales'))
    await put('locales/es.json', JSON.stringify({ 'ui.retry': '{oops', 'brand.nothing': 'x' }))(folder)
  })
  expect(problems).toEqual([
    'locales/es.json: ui.retry is not a valid ICU message',
    'locales/es.json: brand.nothing is not a message of the product',
  ])
})
