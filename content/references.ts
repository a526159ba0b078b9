import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { ContentBundle } from './bundle-shape.ts'
import type { Texts } from './schema/text.ts'

/** Problems across files: references to missing entries and files, and duplicate names. */
export function referenceProblems(bundle: ContentBundle): string[] {
  return [
    ...twice(bundle),
    ...missingFiles(bundle),
    ...filmProblems(bundle),
    ...missingEntries(bundle),
    ...missingInDemo(bundle),
    ...subscriptionProblems(bundle),
  ]
}

function subscriptionProblems({
  config: { offersSubscription, paymentProvider },
  plan,
  products,
}: ContentBundle): string[] {
  const isOffered = plan !== undefined && plan.publishedAt !== null
  const problems: string[] = []
  if (offersSubscription !== isOffered)
    problems.push('config.json: offersSubscription must be true exactly when subscription.json has a published plan')
  if (isOffered && !paymentVendor(paymentProvider)?.hasSubscriptions)
    problems.push(`subscription.json: ${paymentProvider} does not support subscriptions`)
  for (const { slug, includedInSubscription, requiresSubscription } of products)
    if (!isOffered && (includedInSubscription || requiresSubscription))
      problems.push(`products/${slug}.json: refers to a subscription, but the partner offers none`)
  return problems
}

const LISTS = ['categories', 'products', 'groups', 'faqs', 'campaigns', 'webinars', 'courses'] as const

function twice(bundle: ContentBundle): string[] {
  return LISTS.flatMap((name) => {
    const repeats = (values: (string | number)[]) => new Set(values.filter((value, at) => values.indexOf(value) !== at))
    const ids = [...repeats(bundle[name].map(({ id }) => id))].map((id) => `${name}: the id ${id} is used twice`)
    const slugs = [...repeats(bundle[name].map(({ slug }) => slug))].map(
      (slug) => `${name}: the slug ${slug} is used twice`,
    )
    return [...ids, ...slugs]
  })
}

function missingFiles({
  config,
  products,
  groups,
  campaigns,
  webinars,
  courses,
  demo,
  uploads,
}: ContentBundle): string[] {
  const named: [where: string, file: string | null | undefined][] = [
    ['config.json: brand.logo', config.brand.logo],
    ['config.json: brand.logoDark', config.brand.logoDark],
    ['uploads', 'favicon.svg'],
    ['uploads', 'app-icon.png'],
    ['uploads', 'share.png'],
    ...products.flatMap(({ slug, icon, preSymptomCollectorPicture }): typeof named => [
      [`products/${slug}.json: icon`, icon],
      [`products/${slug}.json: preSymptomCollectorPicture`, preSymptomCollectorPicture],
    ]),
    ...groups.map(({ slug, icon }): (typeof named)[number] => [`groups.json: icon of ${slug}`, icon]),
    ...campaigns.flatMap(({ slug, referrerImage, linkImage, refereeImage }) =>
      [referrerImage, linkImage, refereeImage].map((file): (typeof named)[number] => [`campaigns.json: ${slug}`, file]),
    ),
    ...webinars.map(({ slug, image }): (typeof named)[number] => [`webinars.json: image of ${slug}`, image]),
    ...courses.map(({ slug, image }): (typeof named)[number] => [`courses.json: image of ${slug}`, image]),
    ...(demo?.clinicians ?? []).map(({ name, photo }): (typeof named)[number] => [
      `demo.json: photo of ${name}`,
      photo,
    ]),
  ]
  return named.flatMap(([where, file]) => (file && !uploads.has(file) ? [`${where}: uploads/${file} is missing`] : []))
}

/**
 * A video must be a file of the bundle or on a host that the bundle allows, and must have captions, for people who
 * cannot hear it.
 */
function filmProblems({ config: { allowedRedirectHosts }, webinars, courses, uploads }: ContentBundle): string[] {
  const lead = (where: string, url: string) =>
    isAllowedRedirect(url, allowedRedirectHosts)
      ? []
      : [`${where}: allowedRedirectHosts does not name the host of ${url}`]
  const film = (where: string, file: string | null, captions: Texts | null): string[] => {
    if (!file) return []
    if (file.startsWith('https://')) return lead(where, file)
    const files = [file, ...Object.values(captions?.by ?? {})]
    const missing = files.filter((name) => !uploads.has(name)).map((name) => `${where}: uploads/${name} is missing`)
    return captions ? missing : [...missing, `${where}: a film needs captionsUrl`]
  }
  return [
    ...webinars.flatMap(({ slug, recordingUrl, captionsUrl, joinUrl }) => [
      ...film(`webinars.json: recordingUrl of ${slug}`, recordingUrl, captionsUrl),
      ...(joinUrl ? lead(`webinars.json: joinUrl of ${slug}`, joinUrl) : []),
    ]),
    ...courses.flatMap(({ slug, lessons }) =>
      lessons.flatMap(({ key, videoUrl, posterUrl, captionsUrl }) => [
        ...film(`courses.json: videoUrl of ${slug}, ${key}`, videoUrl, captionsUrl),
        ...(posterUrl && !uploads.has(posterUrl) ? [`courses.json: uploads/${posterUrl} is missing`] : []),
      ]),
    ),
  ]
}

function missingEntries({ products, groups, categories }: ContentBundle): string[] {
  const isCategory = (slug: string) => categories.some((category) => category.slug === slug)
  return [
    ...products
      .filter(({ category }) => !isCategory(category))
      .map(({ slug, category }) => `products/${slug}.json: category ${category} is not in categories.json`),
    ...groups.flatMap(({ slug, products: members }) =>
      without(products, members).map((member) => `groups.json: ${slug} names a product ${member} that does not exist`),
    ),
  ]
}

function missingInDemo({ products, demo }: ContentBundle): string[] {
  if (!demo) return []
  const { clinicians, staff, patients, companies, promoCodes } = demo
  const works = (id: string) => clinicians.some((clinician) => clinician.id === id)
  const unknown = (owner: string, slugs: string[]) =>
    without(products, slugs).map((slug) => `demo.json: ${owner} names a product ${slug} that does not exist`)
  return [
    ...clinicians.flatMap(({ name, products: offeredSlugs }) => unknown(name, offeredSlugs)),
    ...companies.flatMap(({ slug, discounts }) =>
      unknown(
        slug,
        discounts.map(({ product }) => product),
      ),
    ),
    ...promoCodes.flatMap(({ code, products: limited }) => unknown(`code ${code}`, limited ?? [])),
    ...patients.flatMap(({ phone, pastConsultations }) =>
      unknown(
        phone,
        pastConsultations.map(({ product }) => product),
      ),
    ),
    ...patients
      .flatMap(({ company }) => company ?? [])
      .filter((slug) => !companies.some((company) => company.slug === slug))
      .map((slug) => `demo.json: no company has the slug ${slug}`),
    ...[...staff, ...patients.flatMap(({ pastConsultations }) => pastConsultations)]
      .flatMap(({ clinicianId }) => clinicianId ?? [])
      .filter((id) => !works(id))
      .map((id) => `demo.json: no clinician has the id ${id}`),
    ...products
      .filter(({ slug }) => !clinicians.some(({ products: offeredSlugs }) => offeredSlugs.includes(slug)))
      .map(({ slug }) => `demo.json: no clinician offers ${slug}`),
  ]
}

const without = (products: ContentBundle['products'], slugs: string[]): string[] =>
  slugs.filter((slug) => !products.some((product) => product.slug === slug))
